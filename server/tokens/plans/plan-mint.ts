import type { MintLine } from '@/schemas/tokens/operations/contract'
import type { Tenant } from '@/server/ctx'
import { encodeBatchMint, encodeMint } from '@/server/tokens/operations/asset-calls'
import type { PlannedCall } from '@/server/tokens/operations/plan'
import { splitIntoCalls } from '@/server/tokens/operations/plan'
import type { RefusablePlan } from '@/server/tokens/operations/prepare-operation'
import { mintOnSolana } from '@/server/tokens/solana/mint-on-solana'
import { type LoadedToken, loadToken } from './load-token'
import { readHolder, readUnits, valueMicrosOf } from './read-fields'
import type { WebhookTarget } from './webhook-target'

type Mint = WebhookTarget & { tokenId: string; lines: readonly MintLine[]; isBatch: boolean }
type Line = { to: string; units: bigint }

/** Plans one mint, or many in as few transactions as possible. Throws invalid, not_found, failed (state). */
export async function planMint(tenant: Tenant, { tokenId, lines, isBatch, ...webhook }: Mint): Promise<RefusablePlan> {
  const loaded = await loadToken(tenant, tokenId, ['ACTIVE', 'PAUSED'])
  const path = (line: number, name: string) => (isBatch ? `items.${line}.${name}` : name)
  const read = lines.map(({ to, amount }, line) => ({
    to: readHolder(loaded, path(line, 'to'), to),
    units: readUnits(loaded.token, path(line, 'amount'), amount),
  }))
  const [only] = read
  const calls =
    loaded.chain.chainType === 'SOLANA'
      ? await mintOnSolana(tenant, loaded, { lines: read, isBatch })
      : { calls: isBatch ? batchCalls(loaded, read) : read.map((line) => singleCall(loaded, line)) }
  return {
    ...loaded,
    kind: 'MINT',
    detail: isBatch ? { lines: lines.length } : { to: only?.to ?? null, amount: lines[0]?.amount ?? null },
    payoutId: null,
    ...calls,
    items: isBatch ? read.map(({ to, units }) => ({ address: to, amountUnits: units })) : [],
    ...webhook,
  }
}

function singleCall({ token }: LoadedToken, { to, units }: Line): PlannedCall {
  const effect = { toAddress: to, valueUsdMicros: valueMicrosOf(token, units) }
  return { from: token.adminAddress, to: token.contractAddress, data: encodeMint(to, units), effect }
}

function batchCalls({ token }: LoadedToken, lines: readonly Line[]): PlannedCall[] {
  return splitIntoCalls(lines).map(({ first, some }) => {
    const units = some.map((line) => line.units)
    const worth = valueMicrosOf(
      token,
      units.reduce((sum, one) => sum + one, 0n),
    )
    const to = some.map((line) => line.to)
    // With several recipients, a policy with a list of recipients has to contain the token itself.
    const toAddress = new Set(to).size === 1 ? (to[0] ?? token.contractAddress) : token.contractAddress
    return {
      from: token.adminAddress,
      to: token.contractAddress,
      data: encodeBatchMint(to, units),
      effect: { toAddress, valueUsdMicros: worth },
      firstLine: first,
      lineCount: some.length,
    }
  })
}
