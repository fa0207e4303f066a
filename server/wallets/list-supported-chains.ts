import type { ChainView } from '@/schemas/wallets/contract'
import { listChains } from '@/server/chains/registry'
import { toChain } from './view'

/** The chains wallets can transfer on, each with the tokens known by symbol. */
export async function listSupportedChains(): Promise<ChainView[]> {
  const chains = await listChains()
  return chains.toSorted((a, b) => a.chainId - b.chainId).map(toChain)
}
