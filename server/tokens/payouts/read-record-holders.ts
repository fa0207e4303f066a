import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { secondsOf } from '../chain-day'
import type { PayoutRow, TokenRow } from '../operations/plan'

type Wanted = { token: TokenRow; payout: PayoutRow /** At most so many. */; most: number }

/**
 * Who held some at a coupon's record time, by our index, and was neither paid nor set aside its money yet; the tokenAdmin is paid nothing. The time is the
 * one that the chain recorded, by whoever's call: its token pays nobody else.
 */
export async function readRecordHolders(db: Database, { token, payout, most }: Wanted): Promise<string[]> {
  const scheduled = secondsOf(payout.payDate) - 1
  const rows = await db.execute<{ address: string }>(sql`
    with recorded as (
      select coalesce((
        select (e.args->>'recordTime')::bigint from token_events e
        where e.token_id = ${token.id} and e.name = 'CouponRecorded' and e.args->>'index' = ${String(payout.index)} limit 1
      ), ${scheduled}) as time
    ), held as (
      select distinct on (b.address) b.address, b.balance_units from token_balances b
      where b.token_id = ${token.id} and b.block_number <= coalesce((
        select max(e.block_number) from token_events e where e.token_id = ${token.id} and e.block_time <= (select time from recorded)), -1)
      order by b.address, b.block_number desc
    )
    select held.address from held
    where held.balance_units > 0 and held.address <> ${token.adminAddress}
      and not exists (select 1 from token_payout_lines l where l.payout_id = ${payout.id} and l.address = held.address)
    order by held.address limit ${most}`)
  return rows.map(({ address }) => address)
}
