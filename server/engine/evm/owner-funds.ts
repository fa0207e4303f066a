import type { InFlight, InFlightAmounts } from './load-in-flight'
import type { Queued } from './load-queue'
import type { Funds, PlatformCoins } from './read-balances'

/** The funds of a lane for gas, less everything in flight. */
export type GasFunds = {
  /** The units for gas; on a debited chain only the platform's float. */
  gasUnits: bigint
  /** The lane pays amounts and gas out of one balance. */
  isShared: boolean
}

/** The balances of an owner at the latest block, and the parts that may not be moved. */
export type OwnerFunds = {
  nativeUnits: bigint
  tokens: ReadonlyMap<string, bigint>
  /** In flight or planned. */
  nativeOut: bigint
  tokensOut: ReadonlyMap<string, bigint>
  /** The native coins that may be the platform's, or that pending transactions may use as gas. */
  platformUnits: bigint
  /** The platform's coins that final top-ups left in the wallet. */
  floatUnits: bigint
  /** Top-ups in flight; the balance may include them already. */
  comingUnits: bigint
  /** The number of transactions that are planned, or sent and in no block. */
  outgoing: number
  /** A call is planned, and its row does not say what it moves. */
  hasCalls: boolean
  isSettling: boolean
  isStale: boolean
}

export type Facts = {
  gasPolicy: 'sponsored' | 'debited'
  inFlight: InFlight | undefined
  outgoing: InFlightAmounts | undefined
  funds: Funds
  coins: PlatformCoins
  /** The balances are older than a block that our rows know: the node lags, or the chain was reorged. */
  isStale: boolean
}

/**
 * The funds for gas of a wallet that sends its own transactions. On a debited chain only the platform's float pays gas;
 * otherwise a business would pay in USD and in coins.
 */
export function ownGasFunds({ gasPolicy, inFlight, outgoing, funds, coins }: Omit<Facts, 'isStale'>): GasFunds {
  const fees = inFlight?.worstFees ?? 0n
  if (gasPolicy === 'debited')
    return { gasUnits: coins.floatUnits - (inFlight?.minedFees ?? 0n) - fees, isShared: false }
  return { gasUnits: funds.nativeUnits - fees - (outgoing?.nativeUnits ?? 0n), isShared: true }
}

/**
 * The funds that an owner may move. The platform's coins never belong to the owner, from the moment their top-up is
 * requested, because it may arrive in the balance at any time. They pay the owner's gas first, so transactions in
 * flight may use as much of them, or more out of the owner's coins. A transaction that is mined and not final counts as
 * if it had cost nothing, because a reorg may undo it.
 */
export function ownerFunds({ outgoing, funds, coins, isStale }: Omit<Facts, 'gasPolicy' | 'inFlight'>): OwnerFunds {
  const { floatUnits, pendingUnits } = coins
  const fees = outgoing?.ownFees ?? 0n
  const hasPlatformCoins = floatUnits + pendingUnits > 0n
  return {
    nativeUnits: funds.nativeUnits,
    tokens: funds.tokens,
    // A relayed transaction uses no nonce of the owner, so none shows whether the balance includes it.
    nativeOut: (outgoing?.nativeUnits ?? 0n) + (hasPlatformCoins ? (outgoing?.settlingUnits ?? 0n) : 0n),
    tokensOut: new Map(Object.entries(outgoing?.tokens ?? {})),
    platformUnits: pendingUnits + (floatUnits > fees ? floatUnits : fees),
    floatUnits,
    comingUnits: pendingUnits,
    outgoing: outgoing?.count ?? 0,
    hasCalls: false,
    isSettling: hasPlatformCoins && (pendingUnits > 0n || (outgoing?.settling ?? 0) > 0),
    isStale,
  }
}

/** The parts of a balance that are not free, and the transactions that may still change it. In units of one asset. */
export type BalanceClaims = {
  /** Units that may not be moved: those in flight, the platform's coins, and those that a sweep must leave. */
  claimedUnits: bigint
  /** Units that may still arrive, if all of them are the owner's. */
  comingUnits: bigint
  /** A transaction of the owner is sent and in no block. */
  isMoving: boolean
  /** A block that is not final yet decides which part of the balance is the owner's. */
  isSettling: boolean
  /** The balance is older than the known state of the wallet and proves nothing. */
  isStale: boolean
}

/**
 * Whether an owner can move an amount out of a balance: `covered`, `waits` for what ends without help, or `short`,
 * which nothing in flight can change. Pure: planning and proving call it with the same claims, so that an unsent
 * transaction is either waiting or provably short.
 */
export function judgeAmount(
  amountUnits: bigint,
  balanceUnits: bigint,
  claims: BalanceClaims,
): 'covered' | 'waits' | 'short' {
  const { claimedUnits, comingUnits, isMoving, isSettling, isStale } = claims
  if (amountUnits === 0n) return 'covered'
  if (!isStale && amountUnits <= balanceUnits - claimedUnits) return 'covered'
  if (isStale || isMoving) return 'waits'
  return isSettling && amountUnits <= balanceUnits + comingUnits ? 'waits' : 'short'
}

/** The amount of a sweep whose wallet is empty. Like any amount, it then waits or is short. */
const LEAST_UNITS = 1n

type Standing = {
  /** The balance at the newest block. */
  balanceUnits: bigint
  claims: BalanceClaims
  /** The part of a shared balance that is left after its gas; null if the gas is paid from elsewhere. */
  gasUnits: bigint | null
}

/**
 * The amount of a sweep: everything that its owner may move of the asset now, less its gas where the same balance pays
 * it. It is never more than was accepted. Pure.
 */
export function sweepableUnits(
  { amountUnits }: Pick<Queued, 'amountUnits'>,
  { balanceUnits, claims, gasUnits }: Standing,
): bigint {
  const bounds = [amountUnits, balanceUnits - claims.claimedUnits, ...(gasUnits === null ? [] : [gasUnits])]
  const most = bounds.reduce((least, bound) => (bound < least ? bound : least))
  return most > LEAST_UNITS ? most : LEAST_UNITS
}
