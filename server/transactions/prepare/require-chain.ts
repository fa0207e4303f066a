import type { Chain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { type ChainSelector, requireNetwork } from './require-network'

/**
 * The chain a request names, with an endpoint to ask. Throws invalid, forbidden, not_found (also without an RPC
 * endpoint).
 */
export async function requireChain(tenant: Pick<Tenant, 'projectId'>, wanted: ChainSelector): Promise<Chain> {
  const chain = await requireNetwork(tenant, wanted)
  if (chain.rpcUrls.length === 0) throw refusal('chain_unavailable')
  return chain
}
