import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { inWorker } from '@/server/ctx'
import type { RaiseResult } from '@/server/ledger/holds'
import { budgetDay, findDailyBudget } from './find-daily-budget'
import { type OpenReservation, planRaises, type ReservationChange, type ReservationRaise } from './plan-raises'

const units = z.string().transform((text) => BigInt(text))
const reservedRow = z.object({ id: z.string(), businessId: z.string(), day: z.string().nullable(), micros: units })
const dayRow = z.object({ businessId: z.string(), day: z.string(), usedMicros: units })

/**
 * Raises the reservations for sponsored gas of a chain's transactions, before they are signed at a higher price. Each
 * is judged separately, in the order given and answered in that order, with as many statements as one needs. The whole
 * reservation then counts for today: a row of yesterday needs nothing from a past day, and cannot be stuck on it.
 * Covered without a change: as much is reserved already. Not covered: it does not fit into today's budget, or the
 * transaction ended.
 */
export async function raiseReservations(chainId: number, raises: readonly ReservationRaise[]): Promise<RaiseResult[]> {
  if (raises.length === 0) return []
  const budgets = await readBudgets(chainId, raises)
  return inWorker(async ({ db, now }) => {
    const today = budgetDay(now())
    const open = await lockOpen(db, chainId, raises)
    const short = raises.flatMap(({ transactionId, toMicros }) => {
      const row = open.get(transactionId)
      return row && row.micros < toMicros ? [row] : []
    })
    const used = await lockDays(db, { chainId, today, short })
    const leftMicros = new Map(
      [...budgets].map(([businessId, daily]) => [businessId, daily - (used.get(businessId) ?? 0n)]),
    )
    const { outcomes, raised, moved } = planRaises(raises, { open, leftMicros, today })
    if (raised.length > 0) await write(db, { chainId, today, raised, moved })
    return outcomes
  })
}

async function readBudgets(chainId: number, raises: readonly ReservationRaise[]): Promise<Map<string, bigint>> {
  const ids = [...new Set(raises.map(({ businessId }) => businessId))]
  const daily = await Promise.all(ids.map((businessId) => findDailyBudget({ businessId, chainId })))
  return new Map(ids.map((id, position) => [id, daily[position] ?? 0n]))
}

/** The lock comes first, so that what is read after it includes transactions that were settled meanwhile. */
async function lockOpen(
  db: Database,
  chainId: number,
  raises: readonly ReservationRaise[],
): Promise<Map<string, OpenReservation>> {
  const ids = JSON.stringify(raises.map(({ transactionId }) => transactionId))
  const isListed = sql`id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`
  await db.execute(sql`select 1 from transactions where ${isListed} order by id for update`)
  const rows = await db.execute(sql`
    select id, business_id as "businessId", gas_budget_day::text as day, gas_budget_micros::text as micros from transactions
    where ${isListed} and chain_id = ${chainId} and status = 'PENDING'
      and not exists (select 1 from gas_budget_costs c where c.transaction_id = transactions.id)`)
  return new Map(
    z
      .array(reservedRow)
      .parse([...rows])
      .map((row) => [row.id, row]),
  )
}

type Short = { chainId: number; today: string; short: readonly OpenReservation[] }

/**
 * Locks the budgets of today that are short, and the earlier days that reservations leave, newest first. Returns the
 * used part of today. Creates a missing row.
 */
async function lockDays(db: Database, { chainId, today, short }: Short): Promise<Map<string, bigint>> {
  if (short.length === 0) return new Map()
  const days = short.flatMap(({ businessId, day }) => [today, day ?? today].map((each) => ({ businessId, day: each })))
  const rows = await db.execute(sql`
    insert into gas_budget_days as d (business_id, chain_id, day)
    select distinct "businessId", ${chainId}::int, day from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as w("businessId" uuid, day date)
    order by 1, 2, 3 desc
    on conflict (business_id, chain_id, day) do update set updated_at = now()
    returning business_id as "businessId", day::text as day, (reserved_micros + spent_micros)::text as "usedMicros"`)
  return new Map(
    z
      .array(dayRow)
      .parse([...rows])
      .flatMap(({ businessId, day, usedMicros }) => (day === today ? [[businessId, usedMicros] as const] : [])),
  )
}

type Raising = {
  chainId: number
  today: string
  raised: readonly OpenReservation[]
  moved: readonly ReservationChange[]
}

async function write(db: Database, { chainId, today, raised, moved }: Raising): Promise<void> {
  const rows = raised.map(({ id, micros }) => ({ id, micros: micros.toString() }))
  const days = moved.map(({ businessId, day, micros }) => ({ business_id: businessId, day, micros: micros.toString() }))
  await db.execute(sql`
    with raised as (
      update transactions t set gas_budget_micros = r.micros, gas_budget_day = ${today}, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, micros numeric) where t.id = r.id
    )
    update gas_budget_days d set reserved_micros = greatest(0, d.reserved_micros + m.micros), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as m(business_id uuid, day date, micros numeric)
    where d.business_id = m.business_id and d.chain_id = ${chainId} and d.day = m.day`)
}
