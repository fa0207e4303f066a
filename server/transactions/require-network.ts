import { type Chain, findChain } from '@/server/chains/registry'
import { ApiError, MESSAGES, validationError } from '@/server/errors'
import type { CHAIN_TYPES, NETWORKS } from './contract'

export type WantedChain = {
  chainType: (typeof CHAIN_TYPES)[number]
  chainId?: number
  network?: (typeof NETWORKS)[number]
}

/** Solana clusters have no numeric chain id of their own; these stand for them in the chains table. */
const SOLANA_CHAIN = { MAINNET: 101, TESTNET: 103 } as const

/** The chain a request names. `chainType`, `chainId` and `network` must agree. Throws invalid, not_found (unknown, switched off). */
export async function requireNetwork(wanted: WantedChain): Promise<Chain> {
  const chain = await findChain(wantedChainId(wanted))
  if (!chain) throw new ApiError('not_found', MESSAGES.noRpc)
  if (chain.chainType !== wanted.chainType) {
    throw validationError([`chainId: chain ${chain.chainId} is not of type ${wanted.chainType}`])
  }
  if (wanted.network && wanted.network !== chain.network) {
    throw validationError([`network: chain ${chain.chainId} is ${chain.network}`])
  }
  return chain
}

function wantedChainId({ chainType, chainId, network }: WantedChain): number {
  if (chainType === 'SOLANA') return chainId ?? SOLANA_CHAIN[network ?? 'MAINNET']
  if (chainId === undefined) {
    throw new ApiError('invalid', MESSAGES.chainIdRequired, { errors: [MESSAGES.chainIdRequired] })
  }
  return chainId
}
