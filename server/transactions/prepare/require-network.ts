import type { NETWORKS } from '@/schemas/transactions/contract'
import type { CHAIN_TYPES } from '@/schemas/transactions/words'
import { type Chain, findChain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { refusal, validationError } from '@/server/errors'
import { isTestnetsOnly } from '@/server/projects/is-testnets-only'
import { MESSAGES } from '@/server/refusals/messages'

type ChainSelector = {
  chainType: (typeof CHAIN_TYPES)[number]
  chainId?: number
  network?: (typeof NETWORKS)[number]
}

/** Solana clusters have no numeric chain id; the chains table uses these. */
const SOLANA_CHAIN = { MAINNET: 101, TESTNET: 103 } as const

/**
 * The chain a request of a project names. `chainType`, `chainId` and `network` must agree; without either of the last
 * two Solana means its mainnet, or its testnet where the project is limited to testnets. Throws invalid, forbidden (a
 * mainnet then), not_found (unknown, switched off).
 */
export async function requireNetwork({ projectId }: Pick<Tenant, 'projectId'>, wanted: ChainSelector): Promise<Chain> {
  const testnetsOnly = projectId !== null && (await isTestnetsOnly(projectId))
  const chain = await findChain(wantedChainId(wanted, testnetsOnly ? 'TESTNET' : 'MAINNET'))
  const meansMainnet = wanted.network === 'MAINNET' || chain?.network === 'MAINNET'
  if (testnetsOnly && meansMainnet) {
    throw refusal('testnets_only', { param: wanted.chainId === undefined ? 'network' : 'chainId' })
  }
  if (!chain) throw refusal('chain_unavailable')
  if (chain.chainType !== wanted.chainType) {
    throw validationError([`chainId: chain ${chain.chainId} is not of type ${wanted.chainType}`])
  }
  if (wanted.network && wanted.network !== chain.network) {
    throw validationError([`network: chain ${chain.chainId} is ${chain.network}`])
  }
  return chain
}

function wantedChainId({ chainType, chainId, network }: ChainSelector, unnamed: 'MAINNET' | 'TESTNET'): number {
  if (chainType === 'SOLANA') return chainId ?? SOLANA_CHAIN[network ?? unnamed]
  if (chainId === undefined) {
    throw validationError([MESSAGES.chainIdRequired], MESSAGES.chainIdRequired)
  }
  return chainId
}

/**
 * The chain a request names, with an endpoint to ask. Throws invalid, forbidden, not_found (also without an RPC
 * endpoint).
 */
export async function requireChain(tenant: Pick<Tenant, 'projectId'>, wanted: ChainSelector): Promise<Chain> {
  const chain = await requireNetwork(tenant, wanted)
  if (chain.rpcUrls.length === 0) throw refusal('chain_unavailable')
  return chain
}
