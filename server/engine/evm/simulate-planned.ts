import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import { isRefusedTransfer } from '@/server/chains/evm/erc20'
import { type Measured, measureTransfers } from '@/server/chains/evm/measure-transfers'
import { simulateWithoutGas } from '@/server/chains/evm/simulate'
import { ANSWERED_FALSE, TOKEN_MOVED_NOTHING, TOKEN_REFUSED, TOKEN_TAKES_FEE } from '@/server/chains/token-texts'
import type { WorkerCtx } from '@/server/ctx'
import { type Failure, failureOf } from '@/server/engine/failure'
import { isEligibleTransaction } from '@/server/engine/isolate-rows'
import { assetShortfall } from '@/server/money/asset-shortfall'
import type { RejectedTransaction } from './fail-queued'
import { callOf } from './gas-limit-of'
import type { Queued } from './load-queue'
import type { LanePlan, PlannedTransaction } from './plan-lane'
import type { TurnFacts } from './read-turn-facts'

const found = z.object({ id: z.string() })

/**
 * Simulates planned calls at the newest block before anything, even a top-up, is paid for them. A revert ends a
 * transaction only if no earlier transaction of its owner, in flight or queued in any lane, could make it succeed.
 * Otherwise the lane stops before it and tries again.
 */
export async function simulatePlanned(
  ctx: WorkerCtx,
  turn: TurnFacts,
  plans: LanePlan[],
): Promise<RejectedTransaction[]> {
  const doubtful = plans.flatMap(({ send, underfunded }) =>
    [...send, ...underfunded].map(({ queued }) => queued).filter((row) => isDoubtful(turn, row)),
  )
  if (doubtful.length === 0) return []
  const reverts = await findReverts(turn, doubtful)
  if (reverts.size === 0) return []
  const behind = await loadBehind(ctx, [...reverts.keys()])
  // Loaded again, because transactions that were open at the first try may have been mined since.
  const alone = doubtful.filter(({ id }) => reverts.has(id) && !behind.has(id))
  const certain = await findReverts(turn, alone)
  return plans.flatMap((plan) => withoutReverts(plan, { certain, behind }))
}

/** Finds the calls that would revert, and the token transfers whose recipient would receive less than the amount. */
async function findReverts(turn: TurnFacts, rows: readonly Queued[]): Promise<Map<string, Failure>> {
  const measured = await measure(turn.chain, rows)
  const reverts = new Map<string, Failure>()
  for (const row of rows) {
    const found = measured.get(row.id)
    const problem = found ? judgeMeasured(found, row.amountUnits) : null
    if (problem !== null) reverts.set(row.id, failureOf(problem, null))
  }
  const others = rows.filter(({ id }) => !measured.has(id))
  for (const [id, failure] of await findOtherReverts(turn, others)) reverts.set(id, failure)
  return reverts
}

/** The amounts that token transfers would deliver, by transaction id; without those that cannot be measured. */
async function measure(chain: TurnFacts['chain'], rows: readonly Queued[]): Promise<Map<string, Measured>> {
  const transfers = rows.flatMap(({ id, owner, tokenAddress, toAddress, amountUnits }) =>
    tokenAddress === null ? [] : [{ id, from: owner.address, tokenAddress, toAddress, amountUnits }],
  )
  const found = await measureTransfers(chain, transfers)
  return new Map(
    transfers.flatMap(({ id }, index): [string, Measured][] => {
      const measured = found[index]
      return measured ? [[id, measured]] : []
    }),
  )
}

async function findOtherReverts({ chain }: TurnFacts, rows: readonly Queued[]): Promise<Map<string, Failure>> {
  const verdicts = await simulateWithoutGas(
    chain,
    rows.map((row) => ({ from: row.owner.address, ...callOf(row) })),
  )
  const reverts = new Map<string, Failure>()
  for (const [index, verdict] of verdicts.entries()) {
    const row = rows[index]
    if (!row || !verdict || verdict.ok) continue
    if (row.tokenAddress !== null && verdict.reason === ANSWERED_FALSE) {
      reverts.set(row.id, failureOf(TOKEN_REFUSED, null))
      continue
    }
    const native = { tokenAddress: null, decimals: chain.nativeDecimals }
    const shortfall = verdict.short ? assetShortfall(chain, native, verdict.short) : null
    reverts.set(row.id, failureOf(`The transaction ${verdict.reason}`, shortfall))
  }
  return reverts
}

/**
 * Whether a transaction must be simulated. A transfer of the native coin or of a known token depends on balances alone,
 * so it is simulated only where the business pays the gas.
 */
function isDoubtful({ chain }: TurnFacts, { type, tokenAddress }: Queued): boolean {
  if (type === 'GAS_TOPUP' || type === 'FLOAT_RETURN' || type === 'DELEGATE') return false
  if (type !== 'TRANSFER' || chain.gasPolicy === 'debited') return true
  return tokenAddress !== null && !chain.tokens.some((token) => token.address === tokenAddress)
}

/**
 * Finds the transactions that wait for an earlier one of their owner that is not mined yet. Quarantined ones block
 * nothing.
 */
async function loadBehind(ctx: WorkerCtx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.execute(sql`
    select t.id from transactions t
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      and exists (select 1 from transactions b where b.chain_id = t.chain_id and b.wallet_id = t.wallet_id and b.id <> t.id and b.status = 'PENDING'
        and (b.stage in ('signed', 'broadcast') or (b.stage = 'queued' and (b.created_at, b.id) < (t.created_at, t.id)
          and ${isOwnerActive('b')} and ${isEligibleTransaction('b', ctx)})))`)
  return new Set([...rows].map((row) => found.parse(row).id))
}

type Judged = { certain: ReadonlyMap<string, Failure>; behind: ReadonlySet<string> }

function withoutReverts(plan: LanePlan, { certain, behind }: Judged): RejectedTransaction[] {
  const failing: RejectedTransaction[] = []
  const sendable = new Set<PlannedTransaction>()
  for (const planned of [...plan.send, ...plan.underfunded]) {
    const { id, walletId } = planned.queued
    const failure = certain.get(id)
    if (failure) failing.push({ id, ...failure })
    else if (!behind.has(id)) sendable.add(planned)
    else {
      plan.waiting = true
      // A wallet's own lane keeps its order; a relayer continues with other owners.
      if (walletId === plan.lane.walletId) break
    }
  }
  plan.send = plan.send.filter((planned) => sendable.has(planned))
  plan.underfunded = plan.underfunded.filter((planned) => sendable.has(planned))
  return failing
}

/** Rebasing tokens may round a transfer down by a unit or two. */
const ROUNDED_UNITS = 2n
const ROUNDED_SHARE = 1_000_000n

/**
 * The reason why a simulated token transfer that does not revert is still refused: the recipient must receive the full
 * amount. Null if it is accepted. Pure.
 */
function judgeMeasured({ receivedUnits, returned }: Measured, amountUnits: bigint): string | null {
  if (isRefusedTransfer(returned)) return TOKEN_REFUSED
  const keptUnits = amountUnits - receivedUnits
  if (keptUnits <= 0n || (keptUnits <= ROUNDED_UNITS && keptUnits * ROUNDED_SHARE <= amountUnits)) return null
  return receivedUnits === 0n ? TOKEN_MOVED_NOTHING : TOKEN_TAKES_FEE
}
