import type { NETWORKS } from '@/schemas/transactions/contract'
import type { CHAIN_TYPES } from '@/schemas/transactions/words'
import { type Chain, findChain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { refusal, validationError } from '@/server/errors'
import { MESSAGES } from '@/server/refusals/messages'
import { isTestnetsOnly } from './is-testnets-only'

type ChainSelector = {
  chainType: (typeof CHAIN_TYPES)[number]
  chainId?: number
  network?: (typeof NETWORKS)[number]
}

/** Solana clusters have no numeric chain id; the chains table uses these. */
const SOLANA_CHAIN = { MAINNET: 101, TESTNET: 103 } as const

/**
 * The enabled chain that a request names. `chainType`, `chainId` and `network` have to agree. Solana without the last
 * two means its mainnet, or its testnet if the project is limited to testnets. Throws invalid, forbidden (a mainnet, if
 * the project is limited to testnets), not_found (unknown or disabled).
 */
export async function requireEnabledChain(
  { projectId }: Pick<Tenant, 'projectId'>,
  selector: ChainSelector,
): Promise<Chain> {
  const testnetsOnly = projectId !== null && (await isTestnetsOnly(projectId))
  const chain = await findChain(selectedChainId(selector, testnetsOnly ? 'TESTNET' : 'MAINNET'))
  const meansMainnet = selector.network === 'MAINNET' || chain?.network === 'MAINNET'
  if (testnetsOnly && meansMainnet) {
    throw refusal('testnets_only', { param: selector.chainId === undefined ? 'network' : 'chainId' })
  }
  if (!chain) throw refusal('chain_unavailable')
  if (chain.chainType !== selector.chainType) {
    throw validationError([`chainId: chain ${chain.chainId} is not of type ${selector.chainType}`])
  }
  if (selector.network && selector.network !== chain.network) {
    throw validationError([`network: chain ${chain.chainId} is ${chain.network}`])
  }
  return chain
}

function selectedChainId({ chainType, chainId, network }: ChainSelector, unnamed: 'MAINNET' | 'TESTNET'): number {
  if (chainType === 'SOLANA') return chainId ?? SOLANA_CHAIN[network ?? unnamed]
  if (chainId === undefined) {
    throw validationError([MESSAGES.chainIdRequired], MESSAGES.chainIdRequired)
  }
  return chainId
}

/** The chain that a request names, which has an RPC endpoint. Throws like `requireEnabledChain`. */
export async function requireChain(tenant: Pick<Tenant, 'projectId'>, selector: ChainSelector): Promise<Chain> {
  const chain = await requireEnabledChain(tenant, selector)
  if (chain.rpcUrls.length === 0) throw refusal('chain_unavailable')
  return chain
}
