import type { TokenProgram } from './programs'

/** Where tokens lie: a token account, and whose it is where that is known. */
export type TokenParty = { account: string; owner: string | null }

/** Tokens that moved, were made or destroyed by one instruction. */
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
  /** Null where tokens were made. */
  source: TokenParty | null
  /** Null where they were destroyed. */
  destination: TokenParty | null
  authority: string | null
  /** What left the source, or was made. */
  units: bigint
  /** What of it was withheld, so that it never arrived. */
  feeUnits: bigint
  /** The fee is this one's share of what several transfers to one account were charged together. */
  isFeeShared: boolean
}

/**
 * The change of a token account in one transaction. An account opened in it held nothing before, a closed one nothing
 * after.
 */
export type BalanceChange = { account: string; mint: string; before: bigint; after: bigint }

/** A balance that changed by something else than the moves that were read. */
export type Unexplained = { account: string; mint: string | null }
