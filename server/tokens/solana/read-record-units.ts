import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { balancesAt } from '@/server/tokens/balances-at'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { recordBlock } from '@/server/tokens/payouts/record-block'

type RecordHolder = { address: string; units: bigint; isPaid: boolean }

/**
 * Holders and units at a coupon's record time from our index, with those who are paid; without the tokenAdmin, who is
 * not paid. Frozen holders come last.
 */
export async function readRecordUnits(
  db: Database,
  { token, payout }: { token: TokenRow; payout: PayoutRow },
): Promise<RecordHolder[]> {
  const rows = await db.execute<{ address: string; units: string; is_paid: boolean }>(sql`
    select token_balances.address, token_balances.balance_units::text as units,
      exists (select 1 from token_payout_lines l where l.payout_id = ${payout.id} and l.address = token_balances.address) as is_paid
    from token_balances left join token_wallets w on w.token_id = ${token.id} and w.address = token_balances.address
    where token_balances.business_id = ${token.businessId} and ${balancesAt(token.id, recordBlock(token, payout))}
      and token_balances.address <> ${token.adminAddress}
    order by coalesce(w.is_frozen, false), token_balances.address`)
  return rows.map(({ address, units, is_paid: isPaid }) => ({ address, units: BigInt(units), isPaid }))
}
