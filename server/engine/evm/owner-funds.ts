import type { InFlight, InFlightAmounts } from './load-in-flight'
import type { Funds } from './read-balances'
import type { PlatformCoins } from './read-platform-coins'

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
  leaving: number
  /** A call is planned. Its row does not say what it moves. */
  hasCalls: boolean
  isSettling: boolean
  isStale: boolean
}

export type Facts = {
  gasPolicy: 'sponsored' | 'debited'
  inFlight: InFlight | undefined
  leaving: InFlightAmounts | undefined
  funds: Funds
  coins: PlatformCoins
  /** The balances are older than a block that our rows know: the node lags, or the chain was reorged. */
  isStale: boolean
}

/**
 * The funds for gas of a wallet that sends its own transactions. On a debited chain only the platform's float pays gas;
 * otherwise a business would pay in USD and in coins.
 */
export function ownGasFunds({ gasPolicy, inFlight, leaving, funds, coins }: Omit<Facts, 'isStale'>): GasFunds {
  const fees = inFlight?.worstFees ?? 0n
  if (gasPolicy === 'debited')
    return { gasUnits: coins.floatUnits - (inFlight?.minedFees ?? 0n) - fees, isShared: false }
  return { gasUnits: funds.nativeUnits - fees - (leaving?.nativeUnits ?? 0n), isShared: true }
}

/**
 * The funds that an owner may move. The platform's coins never belong to the owner, from the moment their top-up is
 * requested, because it may arrive in the balance at any time. They pay the owner's gas first, so transactions in
 * flight may use as much of them, or more out of the owner's coins. A transaction that is mined and not final counts as
 * if it had taken nothing, because a reorg gives it back.
 */
export function ownerFunds({ leaving, funds, coins, isStale }: Omit<Facts, 'gasPolicy' | 'inFlight'>): OwnerFunds {
  const { floatUnits, pendingUnits } = coins
  const fees = leaving?.ownFees ?? 0n
  const hasPlatformCoins = floatUnits + pendingUnits > 0n
  return {
    nativeUnits: funds.nativeUnits,
    tokens: funds.tokens,
    // A relayed transaction uses no nonce of the owner, so none shows whether the balance includes it.
    nativeOut: (leaving?.nativeUnits ?? 0n) + (hasPlatformCoins ? (leaving?.settlingUnits ?? 0n) : 0n),
    tokensOut: new Map(Object.entries(leaving?.tokens ?? {})),
    platformUnits: pendingUnits + (floatUnits > fees ? floatUnits : fees),
    floatUnits,
    comingUnits: pendingUnits,
    leaving: leaving?.count ?? 0,
    hasCalls: false,
    isSettling: hasPlatformCoins && (pendingUnits > 0n || (leaving?.settling ?? 0) > 0),
    isStale,
  }
}
