import { type SQL, sql } from 'drizzle-orm'
import { tokenBalances } from '@/db/schema'

/** A condition on `token_balances`: the holders of a token at the end of a block, at most one row for each wallet. */
export function balancesAt(tokenId: string, block: SQL): SQL {
  const { blockNumber, untilBlock, balanceUnits } = tokenBalances
  // A literal zero, because Postgres uses a partial index only if it sees the condition.
  return sql`${tokenBalances.tokenId} = ${tokenId} and ${balanceUnits} > 0
    and ${blockNumber} <= ${block} and (${untilBlock} is null or ${untilBlock} > ${block})`
}
