import { sql } from 'drizzle-orm'
import { workerCtx } from '@/server/ctx'

export type BudgetDay = { businessId: string; chainId: number; day: string }

type Wanted = BudgetDay & {
  /** A new one, or one that grows. */
  shareId: string
  /** Less than this is no use. */
  leastMicros: bigint
  maxMicros: bigint
  dailyMicros: bigint
}

/** `grantedMicros` is null, and nothing is taken, when the least does not fit; `leftMicros` is what was left before. */
type Taken = { grantedMicros: bigint | null; leftMicros: bigint }

/** Takes a share of a day's budget, under the lock of its row: `maxMicros`, or what is left where that is less. */
export async function takeShare(wanted: Wanted): Promise<Taken> {
  const taken = await take(wanted)
  if (taken) return taken
  await startDay(wanted)
  return (await take(wanted)) ?? { grantedMicros: null, leftMicros: 0n }
}

/** Null: the day has no row yet. */
async function take(wanted: Wanted): Promise<Taken | null> {
  const { shareId, businessId, chainId, day, leastMicros, maxMicros, dailyMicros } = wanted
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
