import { type Chain, findChain } from '@/server/chains/registry'
import { ApiError, MESSAGES, validationError } from '@/server/errors'
import type { CHAIN_TYPES, NETWORKS } from './contract'

type Wanted = {
  chainType: (typeof CHAIN_TYPES)[number]
  chainId?: number
  network?: (typeof NETWORKS)[number]
}

/** Solana clusters have no numeric chain id of their own; these stand for them in the chains table. */
const SOLANA_CHAIN = { MAINNET: 101, TESTNET: 103 } as const

/**
 * The chain a request names, with an endpoint to ask. `chainType`, `chainId` and `network` must agree.
 * Throws invalid, not_found (unknown, switched off or without an RPC endpoint).
 */
export async function requireChain(wanted: Wanted): Promise<Chain> {
  const chain = await findChain(wantedChainId(wanted))
  if (!chain || chain.rpcUrls.length === 0) throw new ApiError('not_found', MESSAGES.noRpc)
  if (chain.chainType !== wanted.chainType)
    throw validationError([`chainId: chain ${chain.chainId} is not an ${wanted.chainType} chain`])
  if (wanted.network && wanted.network !== chain.network) {
    throw validationError([`network: chain ${chain.chainId} is ${chain.network}`])
  }
  return chain
}

function wantedChainId({ chainType, chainId, network }: Wanted): number {
  if (chainType === 'SOLANA') return chainId ?? SOLANA_CHAIN[network ?? 'MAINNET']
  if (chainId === undefined) {
    throw new ApiError('invalid', MESSAGES.chainIdRequired, { errors: [MESSAGES.chainIdRequired] })
  }
  return chainId
}
