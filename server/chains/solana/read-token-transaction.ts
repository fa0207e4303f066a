import { RpcUnavailableError, readResult } from '@/server/chains/rpc'
import { isTokenProgram } from './programs'
import { readTokenInstructions, type TokenInstruction } from './read-token-instruction'
import { reconcileBalances } from './reconcile-balances'
import type { BalanceChange, TokenMove, TokenParty, Unexplained } from './token-moves'
import { inOrder, type ReportedBalance, tokenTransactionForm } from './transaction-form'

type TokenBalance = ReportedBalance & { account: string }

/**
 * More than the instructions of any transaction. The parts of a batch come after all other positions, so those stay the
 * same with and without it.
 */
const PLACES = 65_536

export type TokenTransaction = {
  signature: string
  moves: readonly TokenMove[]
  unexplained: readonly Unexplained[]
}

/**
 * Every move of tokens in a transaction that succeeded (in `jsonParsed` form), from its outer and inner instructions,
 * compared with the balances. Log lines are not read, because nodes cut them off at 10 KB. Throws RpcUnavailableError
 * if the node's answer is inconsistent.
 */
export function readTokenTransaction(given: unknown): TokenTransaction {
  const { transaction, meta } = readResult(tokenTransactionForm, given)
  const [signature = ''] = transaction.signatures
  const accounts = transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  const before = namedBalances(meta.preTokenBalances, accounts)
  const after = namedBalances(meta.postTokenBalances, accounts)
  const done = inOrder(transaction.message.instructions, meta.innerInstructions).flatMap((instruction, place) =>
    readTokenInstructions(instruction).flatMap((read, part) =>
      read ? [{ ...read, ordinal: place + part * PLACES, programId: instruction.programId }] : [],
    ),
  )
  const accountFacts = knowAccounts({ before, after, opened: done.filter(({ does }) => does === 'open') })
  const moves = done.flatMap((instruction) => toMove(instruction, accountFacts))
  const settled = reconcileBalances(moves, changesOf(before, after))
  const lost = done.filter(({ does, ordinal }) => does !== 'open' && !moves.some((move) => move.ordinal === ordinal))
  const nameless = lost.flatMap(({ parties: { source, destination } }) =>
    [source, destination].flatMap((account) => (account === undefined ? [] : [{ account, mint: null }])),
  )
  return { signature, moves: settled.moves, unexplained: [...settled.unexplained, ...nameless] }
}

function namedBalances(balances: readonly ReportedBalance[], accounts: readonly string[]): TokenBalance[] {
  return balances.map((balance) => {
    const account = accounts[balance.accountIndex]
    if (account === undefined)
      throw new RpcUnavailableError('a node reports the balance of an account that does not exist')
    return { ...balance, account }
  })
}

function changesOf(before: readonly TokenBalance[], after: readonly TokenBalance[]): BalanceChange[] {
  const changes = new Map<string, BalanceChange>()
  const holdingOf = ({ account, mint }: TokenBalance) => {
    const key = `${account} ${mint}`
    const change = changes.get(key) ?? { account, mint, before: 0n, after: 0n }
    changes.set(key, change)
    return change
  }
  for (const balance of before) holdingOf(balance).before = balance.uiTokenAmount.amount
  for (const balance of after) holdingOf(balance).after = balance.uiTokenAmount.amount
  return [...changes.values()]
}

type Known = ReturnType<typeof knowAccounts>
type TokenBalances = {
  before: readonly TokenBalance[]
  after: readonly TokenBalance[]
  opened: readonly TokenInstruction[]
}

/**
 * The mint, the decimals and the owners of the transaction's accounts. An account that was opened has no balance
 * before, and one that was closed has none after.
 */
function knowAccounts({ before, after, opened }: TokenBalances) {
  const byAccount = (balances: readonly TokenBalance[]) =>
    new Map(balances.map((balance) => [balance.account, balance]))
  const [old, now] = [byAccount(before), byAccount(after)]
  const made = new Map(opened.map(({ parties }) => [parties.account, parties]))
  const decimals = new Map([...before, ...after].map(({ mint, uiTokenAmount }) => [mint, uiTokenAmount.decimals]))
  return {
    mintOf: (account = '') => old.get(account)?.mint ?? now.get(account)?.mint ?? made.get(account)?.mint,
    decimalsOf: (mint: string) => decimals.get(mint) ?? null,
    // An account may change its owner in the transaction: the giver is the earlier owner, the taker the later one.
    sourceOf: (account: string): TokenParty => ({
      account,
      owner: old.get(account)?.owner ?? made.get(account)?.owner ?? now.get(account)?.owner ?? null,
    }),
    destinationOf: (account: string): TokenParty => ({
      account,
      owner: now.get(account)?.owner ?? made.get(account)?.owner ?? old.get(account)?.owner ?? null,
    }),
  }
}

function toMove(done: TokenInstruction & { ordinal: number; programId: string }, accountFacts: Known): TokenMove[] {
  const { does, name, parties, units, feeUnits, ordinal, programId } = done
  const mint = parties.mint ?? accountFacts.mintOf(parties.source) ?? accountFacts.mintOf(parties.destination)
  if (does === 'open' || mint === undefined || !isTokenProgram(programId)) return []
  const source = does === 'burn' ? parties.account : parties.source
  const destination = does === 'mint' ? parties.account : parties.destination
  const isToItself = source === destination
  return [
    {
      kind: does,
      instruction: name,
      program: programId,
      ordinal,
      mint,
      decimals: accountFacts.decimalsOf(mint),
      source: source === undefined ? null : accountFacts.sourceOf(source),
      destination: destination === undefined ? null : accountFacts.destinationOf(destination),
      authority: parties.authority ?? null,
      units,
      feeUnits: isToItself ? 0n : (feeUnits ?? 0n),
      isFeeShared: false,
    },
  ]
}
