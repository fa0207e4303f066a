import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { isBlocked } from '@/server/screening/find-blocked'
import { balancesAt } from '@/server/tokens/balances-at'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { recordBlock } from './record-block'

type HoldersInput = {
  token: TokenRow
  payout: PayoutRow
  /** The maximum. */
  most: number
  /** The holders whose address is blocked, instead of the others. */
  areBlocked?: boolean
}

/**
 * Holders at a coupon's record time who are neither paid nor have a reserved share, from our index and without the
 * tokenAdmin. The record time is the one on chain, even if someone else recorded it, because the contract pays no other
 * holders. Blocked ones are left out, and paid once they are unblocked.
 */
export async function readRecordHolders(
  db: Database,
  { token, payout, most, areBlocked = false }: HoldersInput,
): Promise<string[]> {
  const rows = await db.execute<{ address: string }>(sql`
    select token_balances.address from token_balances
    where ${balancesAt(token.id, recordBlock(token, payout))} and token_balances.address <> ${token.adminAddress}
      and not exists (select 1 from token_payout_lines l where l.payout_id = ${payout.id} and l.address = token_balances.address)
      and ${isBlocked(token, sql`token_balances.address`)} = ${areBlocked}
    order by token_balances.address limit ${most}`)
  return rows.map(({ address }) => address)
}
