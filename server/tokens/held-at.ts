import { type SQL, sql } from 'drizzle-orm'
import { tokenBalances } from '@/db/schema'

/** Rows of `token_balances` that say who held some of a token at the end of a block: at most one for each wallet. */
export function heldAt(tokenId: string, block: SQL): SQL {
  const { blockNumber, untilBlock, balanceUnits } = tokenBalances
  // As a parameter zero would not be known to be what the index is about.
  return sql`${tokenBalances.tokenId} = ${tokenId} and ${balanceUnits} > 0
    and ${blockNumber} <= ${block} and (${untilBlock} is null or ${untilBlock} > ${block})`
}
