import { DELEGATION_GAS } from '@/server/chains/evm/gas-figures'
import { callGasOf, relayGasOf } from '@/server/chains/evm/operation-gas'
import type { Chain } from '@/server/chains/registry'
import type { LaneOrder, LaneTerms } from '@/server/engine/signing/orders'
import { dataBytesOf, usesRelayer } from './gas-limit-of'
import type { Queued } from './load-queue'

/** The gas limit of transfers whose rows name none. Unused gas costs nothing, and a token may need all of it. */
const MAX_TRANSFER_GAS = 5_000_000n

/**
 * Checks the terms of an order: fees within the chain's cap, gas as the row says, and each row in this lane. Throws an
 * Error.
 */
export function requireTerms(
  chain: Pick<Chain, 'maxFeePerGasCap'>,
  { lane, maxFeePerGas }: Pick<LaneOrder, 'lane' | 'maxFeePerGas'>,
  send: readonly (LaneTerms & { queued: Queued })[],
): void {
  if (maxFeePerGas > chain.maxFeePerGasCap)
    throw new Error('the fees are above the cap of the chain, nothing was signed')
  for (const { queued, gasLimit, callGas } of send) {
    if (queued.laneWalletId !== lane.walletId)
      throw new Error(`transaction ${queued.id} is in another lane, nothing was signed`)
    if (!isGasOf(queued, { gasLimit, callGas }))
      throw new Error(`transaction ${queued.id} takes other gas, nothing was signed`)
  }
}

function isGasOf(queued: Queued, { gasLimit, callGas }: { gasLimit: bigint; callGas: bigint | null }): boolean {
  if (queued.type === 'DELEGATE') return gasLimit === DELEGATION_GAS
  const own = queued.gasLimit
  if (!usesRelayer(queued)) return own === null ? gasLimit <= MAX_TRANSFER_GAS : gasLimit === own
  const most = callGasOf(own ?? MAX_TRANSFER_GAS)
  if (callGas === null || callGas > most || gasLimit > relayGasOf(most, dataBytesOf(queued))) return false
  return own === null || callGas === most
}
