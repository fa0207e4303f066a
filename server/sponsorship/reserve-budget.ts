import { sql } from 'drizzle-orm'
import { lruPerProcess } from '@/db/lru-per-process'
import { newId } from '@/db/new-id'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { insufficientGas } from '@/server/ledger/insufficient-gas'
import { budgetDay, findDailyBudget } from './find-daily-budget'

/**
 * A process reserves enough for this number of requests like the present one, at most this part of the daily budget.
 */
const AHEAD = 256n
const PARTS = 50n
/** The time for which a process uses a share; `releaseStaleShares` keeps shares longer. */
const SHARE_USED_MS = 60_000

export type Reservation = { shareId: string; day: string; micros: bigint }
/** The amount that did not fit into a day's budget, and the amount that was available. */
type Refused = { day: string; micros: bigint; availableMicros: bigint }
type Known = { id: string; day: string; leftMicros: bigint; until: number; taking: Promise<Refused | null> | null }

const shares = () => lruPerProcess<Known>('gas-budget-shares', { max: 20_000 })

/**
 * Reserves the worst case of gas that the platform sponsors from the day's budget of the business on a chain; null if
 * there is nothing to reserve. Processes take shares of the budget ahead in Postgres. Most calls therefore need no
 * query, and all processes together never reserve more than the budget. The caller writes the reservation into the row;
 * one that is never written is returned with its share. Throws payment_required with the needed and the available
 * amount if it does not fit.
 */
export async function reserveBudget(
  ctx: Pick<TenantCtx, 'businessId' | 'now'>,
  { chainId, micros }: { chainId: number; micros: bigint },
): Promise<Reservation | null> {
  if (micros < 0n) throw new Error('a reservation cannot be negative')
  if (micros === 0n) return null
  const budget = { businessId: ctx.businessId, chainId, day: budgetDay(ctx.now()) }
  const share = shareOf(`${budget.businessId} ${chainId}`)
  for (;;) {
    if (share.day === budget.day && share.until > Date.now() && share.leftMicros >= micros) {
      share.leftMicros -= micros
      return { shareId: share.id, day: share.day, micros }
    }
    share.taking ??= refill(share, budget, micros).finally(() => {
      share.taking = null
    })
    const refused = await share.taking
    // The refusal of a larger amount, or at midnight of the other day, says nothing about this one.
    if (refused !== null && refused.day === budget.day && refused.micros <= micros)
      throw insufficientGas('gas_budget_spent', { neededMicros: micros, availableMicros: refused.availableMicros })
  }
}

/** Increases the share, or takes a new one if it is too old. Returns null, or the amount that did not fit. */
async function refill(share: Known, budget: BudgetDay, micros: bigint): Promise<Refused | null> {
  const dailyMicros = await findDailyBudget(budget)
  const now = Date.now()
  const grown =
    share.day === budget.day && share.until > now
      ? share
      : { id: newId(), day: budget.day, leftMicros: 0n, until: now + SHARE_USED_MS }
  const part = dailyMicros / PARTS
  const ahead = micros * AHEAD < part ? micros * AHEAD : part
  const leastMicros = micros - grown.leftMicros
  const maxMicros = ahead > leastMicros ? ahead : leastMicros
  // The least that has to fit, and so the amount in a refusal, counts the share as it was when this began.
  const sharedMicros = grown.leftMicros
  const taken = await takeShare({ ...budget, shareId: grown.id, leastMicros, maxMicros, dailyMicros })
  if (taken.grantedMicros === null) {
    const availableMicros = taken.leftMicros + sharedMicros
    return { day: budget.day, micros, availableMicros: availableMicros > 0n ? availableMicros : 0n }
  }
  // Amounts that were taken from the share meanwhile stay taken: only the difference is added.
  Object.assign(share, { ...grown, leftMicros: (grown === share ? share.leftMicros : 0n) + taken.grantedMicros })
  return null
}

function shareOf(key: string): Known {
  const cached = shares().get(key)
  if (cached) return cached
  const share: Known = { id: '', day: '', leftMicros: 0n, until: 0, taking: null }
  shares().set(key, share)
  return share
}

type BudgetDay = { businessId: string; chainId: number; day: string }

type ShareInput = BudgetDay & {
  /** A new one, or one that grows. */
  shareId: string
  /** A smaller share is not useful. */
  leastMicros: bigint
  maxMicros: bigint
  dailyMicros: bigint
}

/**
 * `grantedMicros` is null, and nothing is taken, if the minimum does not fit; `leftMicros` is the remaining amount
 * before.
 */
type Taken = { grantedMicros: bigint | null; leftMicros: bigint }

/** Takes a share of a day's budget, under the lock of its row: `maxMicros`, or the rest if that is less. */
async function takeShare(input: ShareInput): Promise<Taken> {
  const taken = await take(input)
  if (taken) return taken
  await startDay(input)
  return (await take(input)) ?? { grantedMicros: null, leftMicros: 0n }
}

/** Null: the day has no row yet. */
async function take(input: ShareInput): Promise<Taken | null> {
  const { shareId, businessId, chainId, day, leastMicros, maxMicros, dailyMicros } = input
  const [row] = await workerCtx().db.execute<{ left: string | null; granted: string | null }>(sql`
    with locked as (
      select ${dailyMicros.toString()}::numeric - reserved_micros - spent_micros as left_micros from gas_budget_days
      where business_id = ${businessId} and chain_id = ${chainId} and day = ${day} for update
    ), granted as (
      select least(${maxMicros.toString()}::numeric, left_micros) as micros from locked
      where left_micros >= ${leastMicros.toString()}::numeric
    ), moved as (
      update gas_budget_days d set reserved_micros = d.reserved_micros + g.micros, updated_at = now() from granted g
      where d.business_id = ${businessId} and d.chain_id = ${chainId} and d.day = ${day}
    ), share as (
      insert into gas_budget_shares as s (id, business_id, chain_id, day, granted_micros)
      select ${shareId}::uuid, ${businessId}::uuid, ${chainId}::int, ${day}::date, micros from granted
      on conflict (id) do update set granted_micros = s.granted_micros + excluded.granted_micros
    )
    select (select left_micros from locked)::text as left, (select micros from granted)::text as granted`)
  if (!row || row.left === null) return null
  return { leftMicros: BigInt(row.left), grantedMicros: row.granted === null ? null : BigInt(row.granted) }
}

async function startDay({ businessId, chainId, day }: BudgetDay): Promise<void> {
  await workerCtx().db.execute(sql`
    insert into gas_budget_days (business_id, chain_id, day) values (${businessId}, ${chainId}, ${day}) on conflict do nothing`)
}
