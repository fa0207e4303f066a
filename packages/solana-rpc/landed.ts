import type { Instruction } from './read-transaction'
import type { toUiAmount } from './token-accounts'
import type { TransactionError } from './transaction-error'

/** Writes each change to disk at once, so that a SIGKILL loses nothing that was answered. */
export type Journal = {
  landed: (landed: Landed, changed: string[]) => void
  /** Accounts that were changed manually, and transactions that this reverted. */
  changed: (addresses: string[], gone?: string[]) => void
  /** The slot made a jump. */
  moved: () => void
  /** Writes a snapshot and closes the file. */
  close: () => void
}

/** A transaction in a block. Every balance is a safe number: the faucet holds the whole supply. */
export type Landed = {
  signature: string
  slot: number
  blockTime: number
  bytes: Uint8Array
  /** Every account, those of lookup tables last. */
  accounts: string[]
  loaded: { writable: string[]; readonly: string[] }
  error: TransactionError | null
  feeLamports: number
  preBalances: number[]
  postBalances: number[]
  preTokenBalances: TokenBalance[]
  postTokenBalances: TokenBalance[]
  logs: string[]
  inner: InnerInstructions[]
  units: number
  unitPrice: number
}

export type InnerInstructions = { index: number; instructions: (Instruction & { stackHeight: number })[] }

export type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: ReturnType<typeof toUiAmount>
}
