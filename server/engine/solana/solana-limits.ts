import { priorityFeeCap } from '@/server/chains/solana/priority-fee'
import { isProgramCall, type SolanaWork } from '@/server/chains/solana/program-call'
import { networkFeeLamports, TRANSFER_SIGNATURES } from '@/server/chains/solana/transfer'

/**
 * Compute units of the largest transfer there can be: a new Token-2022 account, a memo and a checked transfer take some
 * 90,000. Simulations run under it, and no message is signed with more.
 */
const MAX_COMPUTE_UNITS = 250_000

/** The limit of a call of programs: new accounts cost most of it, and no message has room for more than a dozen. */
export const MAX_CALL_COMPUTE_UNITS = 800_000

/** Bytes of the largest token account a call may open. */
export const CALL_ACCOUNT_BYTES = 256

/** The limit that simulations of it run under. */
export function maxComputeUnits(work: SolanaWork): number {
  return isProgramCall(work) ? MAX_CALL_COMPUTE_UNITS : MAX_COMPUTE_UNITS
}

/** The maximum of a transfer's signature and priority fees, in lamports. */
export function maxFeeLamports(chain: { maxFeePerGasCap: bigint }, computeUnits = MAX_COMPUTE_UNITS): bigint {
  return networkFeeLamports(TRANSFER_SIGNATURES, computeUnits, priorityFeeCap(chain))
}
