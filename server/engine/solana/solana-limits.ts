import { priorityFeeCap } from '@/server/chains/solana/priority-fee'
import { networkFeeLamports, TRANSFER_SIGNATURES } from '@/server/chains/solana/transfer'

/**
 * Compute units of the largest transfer there can be: a new Token-2022 account, a memo and a checked transfer take some 90,000. Simulations
 * run under it, and no message is signed with more.
 */
export const MAX_COMPUTE_UNITS = 250_000

/** The most a transfer's signatures and priority fee may come to, in lamports. */
export function maxFeeLamports(chain: { maxFeePerGasCap: bigint }): bigint {
  return networkFeeLamports(TRANSFER_SIGNATURES, MAX_COMPUTE_UNITS, priorityFeeCap(chain))
}
