import { and, eq } from 'drizzle-orm'
import { lanes } from '@/db/schema'
import { DELEGATION_BYTES, DELEGATION_GAS } from '@/server/chains/evm/gas-figures'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { failureOf } from '@/server/engine/failure'
import { MESSAGES } from '@/server/refusals/messages'
import { coverPlanned } from './cover-holds'
import { failQueued, type RejectedTransaction } from './fail-queued'
import { loadForRelayer } from './load-for-relayer'
import { ownerFunds } from './owner-funds'
import { type PlannedTransaction, planLane } from './plan-lane'
import { proveShortage } from './prove-shortage'
import { costOf, factsOf, readTurnFacts, type TurnFacts } from './read-turn-facts'
import { simulatePlanned } from './simulate-planned'

/**
 * Judges queued transactions as if the relayer sent them now. Ends those that lack money, revert or are not covered.
 * Returns the ids of the first good transaction of each wallet; its hold then also covers the delegation.
 */
export async function choosePayers(
  ctx: WorkerCtx,
  chain: Chain,
  { transactionIds, relayerId }: { transactionIds: readonly string[]; relayerId: string },
): Promise<Set<string>> {
  const [lane] = await ctx.db
    .select()
    .from(lanes)
    .where(and(eq(lanes.chainId, chain.chainId), eq(lanes.walletId, relayerId)))
  if (!lane) throw new Error('the relayer has no lane')
  const queued = await loadForRelayer(ctx, transactionIds, relayerId)
  const turn = await readTurnFacts(ctx, chain, { lanes: [], queued, inFlight: new Map() })
  // Gas does not limit the choice here: the lane that sends the transaction requests its gas later.
  const gasFunds = { gasUnits: 2n ** 255n, isShared: false }
  const plan = planLane({
    queued,
    costs: await Promise.all(queued.map((row) => costOf(turn, row))),
    gasFunds,
    owners: new Map(queued.map((row) => [row.walletId, ownerFunds(factsOf(turn, row.owner))])),
    reserved: turn.reserved,
    judged: turn.judged,
  })
  const planned = { ...plan, lane, gasFunds, leases: [] }
  const short = await proveShortage(chain, plan.fail)
  const failing = [...plan.drop, ...short, ...(await simulatePlanned(ctx, turn, [planned]))]
  const { payers, uncovered } = await coverDelegations(turn, planned.send)
  await failQueued(chain, [...failing, ...uncovered])
  return payers
}

/**
 * The first covered transaction of each wallet pays for the delegation. Those after it are judged when they are
 * planned.
 */
async function coverDelegations({ chain, fees }: TurnFacts, send: readonly PlannedTransaction[]) {
  const worstFee = DELEGATION_GAS * fees.maxFeePerGas + (await l1FeeUpperBound(chain, DELEGATION_BYTES))
  const payers = new Set<string>()
  const uncovered: RejectedTransaction[] = []
  let waiting = send
  while (waiting.length > 0) {
    const firsts = new Map(waiting.toReversed().map((planned) => [planned.queued.walletId, planned]))
    const asking = waiting.filter((planned) => firsts.get(planned.queued.walletId) === planned)
    const shortfalls = await coverPlanned(
      chain,
      asking.map((planned) => ({ planned, extraUnits: worstFee })),
    )
    for (const planned of asking) {
      const { id } = planned.queued
      const shortfall = shortfalls.get(planned)
      if (shortfall) uncovered.push({ id, ...failureOf(MESSAGES.insufficientGas, shortfall) })
      else payers.add(id)
    }
    const unserved = new Set([...shortfalls.keys()].map(({ queued }) => queued.walletId))
    waiting = waiting.filter((planned) => !asking.includes(planned) && unserved.has(planned.queued.walletId))
  }
  return { payers, uncovered }
}
