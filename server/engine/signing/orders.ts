import type { KnownDatabase } from '@/server/recovery/known-database'

/**
 * Orders of the engine to a signer: transactions by id, with gas, fees and nonces. The signer reads from the database
 * what the transactions move.
 */

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
type Lease = { walletId: string; fence: number }

export type LaneOrder = Fees & {
  lane: Lease
  /** Leases of the other wallets that the plan uses. */
  leases: readonly Lease[]
  firstNonce: number
  /** In the order of their nonces. */
  send: readonly LaneTerms[]
}

export type LaneTerms = {
  transactionId: string
  gasLimit: bigint
  /** The highest fee that the first layer may charge for it, in native units. */
  l1FeeUnits: bigint
  /** Gas limit of the inner call, if a relayer submits it; otherwise null. */
  callGas: bigint | null
  /** For a DELEGATE, the nonce of the account that is delegated; otherwise null. */
  accountNonce: number | null
}

export type LanesOrder = {
  chainId: number
  /** Signs only to check that signing works: nothing is stored, and the answer holds no signatures. */
  isTrial: boolean
  orders: readonly LaneOrder[]
}

export type ReplacementOrder = Fees & {
  transactionId: string
  /** The id of the attempt that it replaces. */
  replacesId: string
  reason: 'bump' | 'cancel'
  /** The gas limit of a cancel; a bump keeps its own. */
  gasLimit: bigint | null
  l1FeeUnits: bigint
}

export type ReplacementsOrder = { chainId: number; orders: readonly ReplacementOrder[] }

export type SolanaOrder = {
  chainId: number
  /** The lease of the chain's cursor. */
  lease: { owner: string; fence: number }
  /**
   * The database that the engine planned with. In another database nothing is stored, because it may lack earlier
   * signatures.
   */
  database: KnownDatabase
  blockhash: string
  lastValidBlockHeight: bigint
  orders: readonly SolanaTerms[]
}

export type SolanaTerms = {
  transactionId: string
  computeUnits: number
  microLamportsPerUnit: bigint
  /** The program of the mint of a token transfer. */
  tokenProgram: string | null
  /** The rent of all accounts that it may have to create, in lamports, and the rent of one. */
  rentLamports: bigint
  rentPerAccount: bigint
  /** The expired signature that it replaces; null for the first one. */
  replaces: string | null
}
