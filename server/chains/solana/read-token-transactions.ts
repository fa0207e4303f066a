import { z } from 'zod'
import { readResult } from '@/server/chains/rpc'
import { PROGRAMS } from './programs'
import type { SolanaBlock } from './read-blocks'
import { readTokenTransaction, type TokenTransaction } from './read-token-transaction'

/** Little of a transaction, since most have to do with other things: votes alone are more than half. */
const glance = z.object({
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }) }),
  meta: z.object({
    // Has to be there, if null.
    err: z.unknown(),
    preTokenBalances: z.array(z.object({ mint: z.string() })).nullish(),
    postTokenBalances: z.array(z.object({ mint: z.string() })).nullish(),
  }),
})

/**
 * The transactions of a block that succeeded and may have moved tokens of these mints or token accounts, in the block's
 * order. Throws RpcUnavailableError if the node left something of them out.
 */
export function readTokenTransactions(
  { transactions }: Pick<SolanaBlock, 'transactions'>,
  watched: ReadonlySet<string>,
): TokenTransaction[] {
  return transactions.filter((one) => isOf(one, watched)).map(readTokenTransaction)
}

/**
 * Every program that runs in a transaction, and every account it touches, is in its account list; a mint may be only in
 * its balances.
 */
function isOf(given: unknown, watched: ReadonlySet<string>): boolean {
  const { transaction, meta } = readResult(glance, given)
  if (meta.err !== null) return false
  const accounts = transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  if (!accounts.some((account) => account === PROGRAMS.token || account === PROGRAMS.token2022)) return false
  const balances = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]
  return accounts.some((account) => watched.has(account)) || balances.some(({ mint }) => watched.has(mint))
}
