import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { secondsOf } from '../chain-day'
import type { PayoutRow, TokenRow } from '../operations/plan'

export type RecordHolder = { address: string; units: bigint; isPaid: boolean }

/** Who held how much at a coupon's record time, by our index, and who of them was paid; the tokenAdmin is paid nothing. Who is frozen comes last. */
export async function readRecordUnits(
  db: Database,
  { token, payout }: { token: TokenRow; payout: PayoutRow },
): Promise<RecordHolder[]> {
  const recordTime = secondsOf(payout.payDate) - 1
  const rows = await db.execute<{ address: string; units: string; is_paid: boolean }>(sql`
    with held as (
      select distinct on (b.address) b.address, b.balance_units from token_balances b
      where b.business_id = ${token.businessId} and b.token_id = ${token.id} and b.block_number <= coalesce((
        select max(e.block_number) from token_events e where e.token_id = ${token.id} and e.block_time <= ${recordTime}), -1)
      order by b.address, b.block_number desc
    )
    select held.address, held.balance_units::text as units,
      exists (select 1 from token_payout_lines l where l.payout_id = ${payout.id} and l.address = held.address) as is_paid
    from held left join token_wallets w on w.token_id = ${token.id} and w.address = held.address
    where held.balance_units > 0 and held.address <> ${token.adminAddress}
    order by coalesce(w.is_frozen, false), held.address`)
  return rows.map(({ address, units, is_paid: isPaid }) => ({ address, units: BigInt(units), isPaid }))
}
