import { PROGRAMS } from './programs'
import type { BalanceChange, TokenMove, Unexplained } from './token-moves'

/**
 * Wrapped SOL: its balances follow lamports too, which are sent to the account without an instruction of a token
 * program.
 */
const NATIVE_MINTS = new Set([
  'So11111111111111111111111111111111111111112',
  '9pan9bMn5HatX4EJdBwg9VgCz7Uz5HL8N1m5D3NdXej9',
])

/**
 * Compares the moves of a transaction with its balance changes. Where a transfer does not report a withheld fee, only
 * the balance shows it. Every other difference is named, since no move that was read explains it.
 */
export function reconcileBalances(
  moves: readonly TokenMove[],
  changes: readonly BalanceChange[],
): { moves: TokenMove[]; unexplained: Unexplained[] } {
  const fees = new Map<TokenMove, Pick<TokenMove, 'feeUnits' | 'isFeeShared'>>()
  const unexplained: Unexplained[] = []
  for (const { account, mint, before, after } of withUnseen(moves, changes)) {
    if (NATIVE_MINTS.has(mint)) continue
    const own = moves.filter((move) => move.mint === mint)
    const missing = sum(own.map((move) => effectOn(account, move))) - (after - before)
    if (missing === 0n) continue
    const charged = own.filter((move) => mayBeCharged(account, move))
    const isFee = missing > 0n && missing <= sum(charged.map(({ units }) => units))
    if (!isFee) unexplained.push({ account, mint })
    for (const [move, fee] of isFee ? share(missing, charged) : []) fees.set(move, fee)
  }
  return { moves: moves.map((move) => ({ ...move, ...fees.get(move) })), unexplained }
}

/**
 * An account that was opened and closed in one transaction is in none of its balances: it held nothing before and
 * after.
 */
function withUnseen(moves: readonly TokenMove[], changes: readonly BalanceChange[]): BalanceChange[] {
  const all = new Map(changes.map((change) => [`${change.account} ${change.mint}`, change]))
  for (const { mint, source, destination } of moves)
    for (const account of [source?.account, destination?.account]) {
      const key = `${account} ${mint}`
      if (account !== undefined && !all.has(key)) all.set(key, { account, mint, before: 0n, after: 0n })
    }
  return [...all.values()]
}

function effectOn(account: string, { source, destination, units, feeUnits }: TokenMove): bigint {
  const arrived = destination?.account === account ? units - feeUnits : 0n
  return source?.account === account ? arrived - units : arrived
}

/** Only Token-2022 withholds fees. A transfer to itself has none, and one that names its fee includes it. */
function mayBeCharged(account: string, { program, instruction, source, destination }: TokenMove): boolean {
  const isFeeUnsaid = program === PROGRAMS.token2022 && instruction === 'transferChecked'
  return isFeeUnsaid && destination?.account === account && source?.account !== account
}

/** Shares a whole among transfers in proportion to their size. Equal transfers were charged equally. */
function share(whole: bigint, moves: readonly TokenMove[]) {
  const total = sum(moves.map(({ units }) => units))
  const isFeeShared = moves.some(({ units }) => units !== moves[0]?.units)
  let [counted, given] = [0n, 0n]
  return moves.map((move) => {
    counted += move.units
    const feeUnits = (whole * counted) / total - given
    given += feeUnits
    return [move, { feeUnits, isFeeShared }] as const
  })
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
