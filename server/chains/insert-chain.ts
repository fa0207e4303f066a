import { and, eq } from 'drizzle-orm'
import { chains, rpcEndpoints } from '@/db/schema'
import type { AddChainInput } from '@/schemas/chains/settings/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, validationError } from '@/server/errors'
import { requireNewChain } from './probe-chain'
import { parseFeeCap } from './settings/to-settings'

type NewChain = Omit<AddChainInput, 'url'> & { chainId: number; url: string; isActive: boolean }

/**
 * Inserts an EVM chain and its first endpoint; audited. A family has one mainnet and one testnet, because its code
 * names no more. Throws invalid, conflict.
 */
export async function insertChain(ctx: OperatorCtx, { url, ...chain }: NewChain): Promise<void> {
  const { chainId, code, network, nativeSymbol, isActive, ...settings } = chain
  await requireNewChain(ctx, chainId)
  const ofFamily = and(eq(chains.code, code), eq(chains.network, network))
  const [other] = await ctx.db.select({ name: chains.name }).from(chains).where(ofFamily).limit(1)
  if (other) throw validationError([`code: ${other.name} is the ${network.toLowerCase()} of ${code}: choose another`])
  const kind = { chainType: 'EVM' } as const
  const { feeCap, ...columns } = settings
  const row = { ...columns, ...kind, chainId, code, network, nativeSymbol, nativeDecimals: 18, isActive }
  const added = await ctx.db
    .insert(chains)
    .values({ ...row, maxFeePerGasCap: parseFeeCap(feeCap, kind) })
    .onConflictDoNothing()
    .returning({ chainId: chains.chainId })
  if (added.length === 0) throw new ApiError('conflict', 'The chain has been added meanwhile')
  const { host } = new URL(url)
  await ctx.db.insert(rpcEndpoints).values({ chainId, url: new URL(url).toString(), label: host, checkedAt: ctx.now() })
  const detail = { code, network, nativeSymbol, isActive, host, ...settings }
  await appendPlatformAudit(ctx, { action: 'chain.added', target: String(chainId), detail })
}
