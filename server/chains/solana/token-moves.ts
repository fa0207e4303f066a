import type { TokenProgram } from './programs'

/** A token account, and its owner if that is known. */
export type TokenParty = { account: string; owner: string | null }

/** Tokens that one instruction moved, minted or burned. */
export type TokenMove = {
  kind: 'transfer' | 'mint' | 'burn'
  instruction: string
  program: TokenProgram
  /**
   * The position of the instruction in the order in which its transaction ran: each outer one, then those it called;
   * further parts of a batch are 65,536 apart.
   */
  ordinal: number
  mint: string
  decimals: number | null
  /** Null for a mint. */
  source: TokenParty | null
  /** Null for a burn. */
  destination: TokenParty | null
  authority: string | null
  /** The units that left the source or were minted. */
  units: bigint
  /** The part of the units that was withheld and never arrived. */
  feeUnits: bigint
  /** The fee is this move's share of one fee that was charged for several transfers to one account. */
  isFeeShared: boolean
}

/**
 * The change of a token account in one transaction. An account opened in it held nothing before, a closed one nothing
 * after.
 */
export type BalanceChange = { account: string; mint: string; before: bigint; after: bigint }

/** A balance that the moves do not explain. */
export type Unexplained = { account: string; mint: string | null }
