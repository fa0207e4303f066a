import { eq } from 'drizzle-orm'
import { chains } from '@/db/schema'
import type { KnownChain, ProbedChain } from '@/schemas/chains/settings/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { probeNode } from './check-endpoint-url'
import { readNodeFacts } from './read-node-facts'

const MAX_CHAIN_ID = 2_147_483_647

/** The current facts of the EVM chain behind an address. Throws invalid, with the field `url`. */
export async function probeNewChain(_ctx: OperatorCtx, { url }: { url: string }): Promise<ProbedChain> {
  const facts = await probeNode(url, readNodeFacts)
  const { chainId } = facts
  if (!Number.isSafeInteger(chainId) || chainId < 1 || chainId > MAX_CHAIN_ID)
    throw validationError([`url: serves chain ${chainId}, a number that no chain can have here`])
  return { facts, known: await findKnownChain(chainId) }
}

/**
 * Records in the audit log that an operator probed an address, and its chain. Throws invalid if the chain exists
 * already.
 */
export async function probeChain(
  ctx: OperatorCtx,
  { url, probed }: { url: string; probed: ProbedChain },
): Promise<ProbedChain> {
  const { chainId } = probed.facts
  await requireNewChain(ctx, chainId)
  await appendPlatformAudit(ctx, {
    action: 'chain.probed',
    target: String(chainId),
    detail: { host: new URL(url).host },
  })
  return probed
}

/** Throws invalid if the chain exists already. */
export async function requireNewChain({ db }: OperatorCtx, chainId: number): Promise<void> {
  const [present] = await db.select({ name: chains.name }).from(chains).where(eq(chains.chainId, chainId))
  if (present) throw validationError([`url: serves ${present.name}, which is here: add the endpoint on its page`])
}

/** The entry of an id in viem's list of chains; null if there is none. The list is loaded at the first call. */
async function findKnownChain(chainId: number): Promise<KnownChain | null> {
  const all = await import('viem/chains')
  const found = Object.values(all).find(({ id }) => id === chainId)
  if (!found) return null
  return {
    name: found.name,
    nativeSymbol: found.nativeCurrency.symbol,
    explorerUrl: 'blockExplorers' in found ? (found.blockExplorers?.default.url ?? '') : '',
    network: 'testnet' in found && found.testnet ? 'TESTNET' : 'MAINNET',
  }
}
