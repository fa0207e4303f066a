import type { Chain } from '@/server/chains/registry'
import { parseMint } from '@/server/chains/solana/parse-mint'
import { readAccounts } from '@/server/chains/solana/read-accounts'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import type { WorkerCtx } from '@/server/ctx'
import { loadJudgedSweeps, loadReservedUnits } from '@/server/engine/load-sweep-facts'
import { loadInFlight } from './load-in-flight'
import type { Queued } from './load-queue'
import { accountsOf, type PlanFacts } from './plan-transfers'
import { CALL_ACCOUNT_BYTES, MAX_CALL_COMPUTE_UNITS, maxFeeLamports } from './solana-limits'

/**
 * Reads the facts that planning the queue needs. Transfers in flight are read before the balances: one that is
 * confirmed in between counts twice, so a wallet waits but never overspends. Throws RpcUnavailableError, RpcError.
 */
export async function readPlanFacts(
  ctx: WorkerCtx,
  chain: Chain,
  { queue, feePayer }: { queue: readonly Queued[]; feePayer: string },
): Promise<PlanFacts> {
  const again = queue.filter((row) => row.expired !== null).map((row) => row.id)
  const inFlight = await loadInFlight(ctx, chain.chainId, {
    without: again,
    walletIds: [...new Set(queue.map((row) => row.walletId))],
  })
  const tokens = new Set(queue.flatMap(({ tokenAddress }) => (tokenAddress ? [tokenAddress] : [])))
  const mintAccounts = await readAccounts(chain, tokens)
  const mints = new Map(
    [...mintAccounts].map(([address, account]) => [address, account && parseMint(account)] as const),
  )
  const accounts = await readAccounts(chain, [feePayer, ...accountsOf(queue, mints)])
  const hasCalls = queue.some(({ callData }) => callData !== null)
  const sizes = [
    0,
    ...(hasCalls ? [CALL_ACCOUNT_BYTES] : []),
    ...[...mints.values()].flatMap((mint) => (mint ? [mint.accountBytes] : [])),
  ]
  const rents = new Map<number, bigint>()
  for (const bytes of new Set(sizes)) rents.set(bytes, await rentExemptLamports(chain, bytes))
  return {
    feePayer,
    accounts,
    inFlight,
    reserved: await loadReservedUnits(ctx, queue),
    judged: await loadJudgedSweeps(ctx, queue),
    walletRent: rents.get(0) ?? 0n,
    rentOf: (bytes) => rents.get(bytes) ?? 0n,
    maxFeeLamports: maxFeeLamports(chain),
    maxCallFeeLamports: maxFeeLamports(chain, MAX_CALL_COMPUTE_UNITS),
  }
}
