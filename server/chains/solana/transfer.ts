import type { TokenProgram } from './programs'

/** A transfer as the chain will see it: owners, never token accounts. */
export type SolanaTransfer = {
  /** Goes into the memo, so that two equal transfers are two different messages. */
  intentId: string
  feePayer: string
  fromOwner: string
  toOwner: string
  /** Null moves lamports. */
  token: { mint: string; programId: TokenProgram; decimals: number } | null
  amountUnits: bigint
}

/** The terms of a message in addition to the transfer itself. */
export type MessageTerms = { blockhash: string; computeUnits: number; microLamportsPerUnit: bigint }

/** Network fee of one signature. */
const LAMPORTS_PER_SIGNATURE = 5_000n
/** Fee payer and sender. */
export const TRANSFER_SIGNATURES = 2

/** The fee of a message in lamports: signatures and the priority fee, which is charged on the limit, used or not. */
export function networkFeeLamports(signatures: number, computeUnits: number, microLamportsPerUnit: bigint): bigint {
  const priority = (BigInt(computeUnits) * microLamportsPerUnit + 999_999n) / 1_000_000n
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + priority
}
