import { sql } from 'drizzle-orm'
import { workerCtx } from '@/server/ctx'

export type BudgetPlace = { businessId: string; chainId: number; day: string }

type Wanted = BudgetPlace & {
  /** A new one, or one that grows. */
  shareId: string
  /** Less than this is no use. */
  leastMicros: bigint
  mostMicros: bigint
  dailyMicros: bigint
}

/**
 * Takes a share of a day's budget, under the lock of its row: `mostMicros`, or what is left where that is less. Answers how much it took;
 * null, and nothing taken, when `leastMicros` does not fit.
 */
export async function takeShare(wanted: Wanted): Promise<bigint | null> {
  const taken = await take(wanted)
  if (taken.hasDay) return taken.grantedMicros
  await startDay(wanted)
  return (await take(wanted)).grantedMicros
}

async function take(wanted: Wanted): Promise<{ hasDay: boolean; grantedMicros: bigint | null }> {
  const { shareId, businessId, chainId, day, leastMicros, mostMicros, dailyMicros } = wanted
  const [row] = await workerCtx().db.execute<{ has_day: boolean; granted: string | null }>(sql`
    with locked as (
      select ${dailyMicros.toString()}::numeric - reserved_micros - spent_micros as left_micros from gas_budget_days
      where business_id = ${businessId} and chain_id = ${chainId} and day = ${day} for update
    ), granted as (
      select least(${mostMicros.toString()}::numeric, left_micros) as micros from locked
      where left_micros >= ${leastMicros.toString()}::numeric
    ), moved as (
      update gas_budget_days d set reserved_micros = d.reserved_micros + g.micros, updated_at = now() from granted g
      where d.business_id = ${businessId} and d.chain_id = ${chainId} and d.day = ${day}
    ), share as (
      insert into gas_budget_shares as s (id, business_id, chain_id, day, granted_micros)
      select ${shareId}::uuid, ${businessId}::uuid, ${chainId}::int, ${day}::date, micros from granted
      on conflict (id) do update set granted_micros = s.granted_micros + excluded.granted_micros
    )
    select exists (select 1 from locked) as has_day, (select micros from granted)::text as granted`)
  const granted = row?.granted ?? null
  return { hasDay: row?.has_day ?? false, grantedMicros: granted === null ? null : BigInt(granted) }
}

async function startDay({ businessId, chainId, day }: BudgetPlace): Promise<void> {
  await workerCtx().db.execute(sql`
    insert into gas_budget_days (business_id, chain_id, day) values (${businessId}, ${chainId}, ${day}) on conflict do nothing`)
}
