import type { BalanceChanges } from '@/server/chains/solana/read-balance-changes'
import type { SolanaBlock } from '@/server/chains/solana/read-blocks'
import { readCoinTransfers } from '@/server/chains/solana/read-coin-transfers'
import { readTokenTransaction } from '@/server/chains/solana/read-token-transaction'
import type { Arrival } from './deposit-reader'

/** A successful transaction as the node reported it, with its balance changes. */
export type SolanaTransaction = {
  given: unknown
  changes: BalanceChanges
  block: Pick<SolanaBlock, 'number' | 'hash'>
}

type Token = NonNullable<Arrival['token']>
type Known = { tokens: ReadonlyMap<string, Token>; wallets: ReadonlySet<string> }

/** An instruction that transfers funds to the wallet. */
type IncomingMove = { ordinal: number; from: string; units: bigint }
type Gain = {
  token: Token | null
  gained: bigint
  incoming: readonly IncomingMove[]
  /** The log index of a gain without an instruction: after all instructions that ran. */
  ordinal: number
}

/**
 * The amounts that wallets received in a transaction: the gain of their balance of a token, in all their accounts of
 * it, or of their lamports, never more. If the transfers to a wallet add up to the gain, each is reported. Else the
 * gain is reported once, from the sender of the first transfer or from the payer of the transaction.
 */
export function findSolanaArrivals({ given, changes, block }: SolanaTransaction, known: Known): Arrival[] {
  const reached = reachedBy(changes, known)
  if (reached.length === 0) return []
  const read = readMoves(given, reached)
  const arrivals = reached.flatMap((wallet) => {
    const gains = [coinGain(wallet, changes, read), ...tokenGains(wallet, changes, { ...read, tokens: known.tokens })]
    return gains.flatMap((gain) => toArrivals(wallet, gain, { changes, block }))
  })
  return arrivals.sort((one, other) => (one.logIndex ?? 0) - (other.logIndex ?? 0))
}

/** Wallets that gained anything. */
function reachedBy({ coins, holdings }: BalanceChanges, { tokens, wallets }: Known): string[] {
  const owners = holdings.filter(({ mint, before, after }) => tokens.has(mint) && after > before)
  const accounts = [...coins].flatMap(([account, gained]) => (gained > 0n ? [account] : []))
  const addresses = [...accounts, ...owners.flatMap(({ owner }) => owner ?? [])]
  return [...new Set(addresses)].filter((address) => wallets.has(address))
}

type Read = ReturnType<typeof readMoves>

function readMoves(given: unknown, reached: readonly string[]) {
  const { transfers, instructionCount } = readCoinTransfers(given)
  return { transfers, instructionCount, reached, moves: () => readTokenTransaction(given).moves }
}

function coinGain(
  wallet: string,
  { coins, holdings, accounts }: BalanceChanges,
  { transfers, instructionCount }: Read,
): Gain {
  const incoming = transfers.filter(({ from, to, units }) => to === wallet && from !== wallet && units > 0n)
  const gained = coins.get(wallet) ?? 0n
  const own = new Set(holdings.filter(({ owner }) => owner === wallet).map(({ account }) => account))
  // The coins that a token account of the wallet lost when it was closed were the wallet's before.
  const lost = sum([...own].map((account) => coins.get(account) ?? 0n).filter((change) => change < 0n))
  const isExplained = sum(incoming.map(({ units }) => units)) === gained
  return {
    token: null,
    gained: isExplained ? gained : gained + lost,
    incoming,
    ordinal: instructionCount + accounts.indexOf(wallet),
  }
}

function tokenGains(
  wallet: string,
  { holdings }: BalanceChanges,
  { moves, instructionCount, tokens }: Read & Pick<Known, 'tokens'>,
): Gain[] {
  const own = holdings.filter(({ owner }) => owner === wallet)
  return [...new Set(own.map(({ mint }) => mint))].flatMap((mint) => {
    const token = tokens.get(mint)
    const held = own.filter((holding) => holding.mint === mint)
    const gained = sum(held.map(({ before, after }) => after - before))
    if (!token || gained <= 0n) return []
    const incoming = moves().flatMap((move): IncomingMove[] => {
      const { source, destination, units, feeUnits, ordinal } = move
      if (move.mint !== mint || destination?.owner !== wallet || source?.owner === wallet) return []
      return [{ ordinal, from: source ? (source.owner ?? source.account) : mint, units: units - feeUnits }]
    })
    const [first] = held
    return [
      {
        token,
        gained,
        incoming: incoming.filter(({ units }) => units > 0n),
        ordinal: instructionCount + (first?.index ?? 0),
      },
    ]
  })
}

type Where = Pick<SolanaTransaction, 'changes' | 'block'>

function toArrivals(to: string, { token, gained, incoming, ordinal }: Gain, { changes, block }: Where): Arrival[] {
  if (gained <= 0n) return []
  const where = { to, token, txHash: changes.signature, blockNumber: block.number, blockHash: block.hash }
  if (sum(incoming.map(({ units }) => units)) === gained)
    return incoming.map(({ from, units, ordinal: logIndex }) => ({ ...where, from, units, logIndex }))
  const [first] = incoming
  return [{ ...where, from: first?.from ?? changes.payer, units: gained, logIndex: first?.ordinal ?? ordinal }]
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
