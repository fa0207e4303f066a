import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { heldAt } from '@/server/tokens/held-at'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { recordBlock } from './record-block'

type Wanted = { token: TokenRow; payout: PayoutRow /** The maximum. */; most: number }

/**
 * Holders at a coupon's record time who are neither paid nor have a share set aside, from our index and without the
 * tokenAdmin. The record time is the one on chain, even if someone else recorded it, because the contract pays no other
 * holders.
 */
export async function readRecordHolders(db: Database, { token, payout, most }: Wanted): Promise<string[]> {
  const rows = await db.execute<{ address: string }>(sql`
    select token_balances.address from token_balances
    where ${heldAt(token.id, recordBlock(token, payout))} and token_balances.address <> ${token.adminAddress}
      and not exists (select 1 from token_payout_lines l where l.payout_id = ${payout.id} and l.address = token_balances.address)
    order by token_balances.address limit ${most}`)
  return rows.map(({ address }) => address)
}
