import { z } from 'zod'
import { RpcUnavailableError, readResult } from '@/server/chains/rpc'
import { isTokenProgram } from './programs'
import { type ReportedBalance, reportedBalance } from './transaction-form'

/** JSON loses the last digits of accounts with more than nine million SOL. Reading accepts that. */
export const lamports = z.number().nonnegative().transform(BigInt)

const form = z.object({
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })).min(1) }),
  }),
  meta: z.object({
    // Required, but may be null.
    err: z.unknown(),
    fee: lamports,
    preBalances: z.array(lamports),
    postBalances: z.array(lamports),
    preTokenBalances: z.array(reportedBalance).nullish(),
    postTokenBalances: z.array(reportedBalance).nullish(),
  }),
})
type Meta = z.output<typeof form>['meta']

/** The balance of a token account before a transaction and after it. */
type TokenHolding = {
  account: string
  /** The index of the account among those of the transaction. */
  index: number
  mint: string
  /** Null if the node did not report it. */
  owner: string | null
  before: bigint
  after: bigint
}

export type BalanceChanges = {
  signature: string
  /** The account that paid for the transaction. */
  payer: string
  accounts: readonly string[]
  /** The lamports that each account gained, without the fee that the payer paid for the transaction. */
  coins: ReadonlyMap<string, bigint>
  /** An account whose owner changed is listed twice: its whole balance left the old owner and reached the new owner. */
  holdings: readonly TokenHolding[]
}

/**
 * The balance changes of a transaction (in `jsonParsed` form); null if it failed, which costs its payer the fee and
 * moves nothing else. Throws RpcUnavailableError if the node's answer is inconsistent.
 */
export function readBalanceChanges(given: unknown): BalanceChanges | null {
  const { transaction, meta } = readResult(form, given)
  if (meta.err !== null) return null
  const accounts = transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  const [[signature = ''], [payer = '']] = [transaction.signatures, accounts]
  return { signature, payer, accounts, coins: coinsOf(accounts, meta), holdings: holdingsOf(accounts, meta) }
}

function coinsOf(accounts: readonly string[], { fee, preBalances, postBalances }: Meta): Map<string, bigint> {
  if (preBalances.length !== accounts.length || postBalances.length !== accounts.length)
    throw new RpcUnavailableError('a node reports balances of other accounts')
  const gains = accounts.map((account, n): [string, bigint] => {
    const gained = (postBalances[n] ?? 0n) - (preBalances[n] ?? 0n)
    return [account, n === 0 ? gained + fee : gained]
  })
  return new Map(gains)
}

function holdingsOf(accounts: readonly string[], { preTokenBalances: before, postTokenBalances: after }: Meta) {
  if (!before || !after) {
    if (accounts.some(isTokenProgram)) throw new RpcUnavailableError('a node leaves out what token accounts hold')
    return []
  }
  const holdings = new Map<string, TokenHolding>()
  const toHolding = ({ accountIndex: index, mint, owner = null }: ReportedBalance): TokenHolding => {
    const account = accounts[index]
    if (account === undefined) throw new RpcUnavailableError('a node reports a token account that does not exist')
    const key = `${index} ${mint} ${owner}`
    const holding = holdings.get(key) ?? { account, index, mint, owner, before: 0n, after: 0n }
    holdings.set(key, holding)
    return holding
  }
  for (const balance of before) toHolding(balance).before = balance.uiTokenAmount.amount
  for (const balance of after) toHolding(balance).after = balance.uiTokenAmount.amount
  return [...holdings.values()]
}
