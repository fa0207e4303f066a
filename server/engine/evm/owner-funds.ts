import type { InFlight, Leaving } from './load-in-flight'
import type { Funds } from './read-balances'
import type { PlatformCoins } from './read-platform-coins'

/** What a lane can pay gas with, after everything already on the way. */
export type GasFunds = {
  /** For gas. Where the platform's float alone may pay, that float. */
  gasUnits: bigint
  /** The lane pays amounts and gas out of one balance. */
  isShared: boolean
}

/** What an owner holds at the newest block, and what of it is not free to be moved. */
export type OwnerFunds = {
  nativeUnits: bigint
  tokens: ReadonlyMap<string, bigint>
  /** On the way out, or planned to be. */
  nativeOut: bigint
  tokensOut: ReadonlyMap<string, bigint>
  /** The native coins that may be the platform's, or that pending transactions may use as gas. */
  platformUnits: bigint
  /** What final top-ups left in the wallet. */
  floatUnits: bigint
  /** Top-ups on the way: in the balance already, or not yet. */
  comingUnits: bigint
  /** How many transactions are out and in no block, or planned. */
  leaving: number
  isSettling: boolean
  isStale: boolean
}

export type Facts = {
  gasPolicy: 'sponsored' | 'debited'
  inFlight: InFlight | undefined
  leaving: Leaving | undefined
  funds: Funds
  coins: PlatformCoins
  /** The balances are of a block before one that our rows know: a lagging node, or a rebuilt chain. */
  isStale: boolean
}

/**
 * The gas money of a wallet that carries its own transactions. On a debited chain gas comes out of the platform's float
 * alone, so that what the business pays in USD is never taken from its coins as well.
 */
export function ownGasFunds({ gasPolicy, inFlight, leaving, funds, coins }: Omit<Facts, 'isStale'>): GasFunds {
  const fees = inFlight?.worstFees ?? 0n
  if (gasPolicy === 'debited')
    return { gasUnits: coins.floatUnits - (inFlight?.minedFees ?? 0n) - fees, isShared: false }
  return { gasUnits: funds.nativeUnits - fees - (leaving?.nativeUnits ?? 0n), isShared: true }
}

/**
 * What an owner may move. The platform's coins are in no part the owner's, from the moment their top-up is asked for:
 * it may be in the balance at any time. They pay the owner's gas first, so what is on the way may take as much of them,
 * or, beyond them, of the owner's. What is mined and not final counts as if it had taken nothing: a rebuilt chain gives
 * it back.
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
    isSettling: hasPlatformCoins && (pendingUnits > 0n || (leaving?.settling ?? 0) > 0),
    isStale,
  }
}
