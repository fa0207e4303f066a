import { type Chain, findChain } from '@/server/chains/registry'
import { CHAIN_ID } from './local-chain'

/** The chain a suite works on, as the registry knows it. */
export async function requireChain(chainId: number = CHAIN_ID): Promise<Chain> {
  const chain = await findChain(chainId)
  if (!chain) throw new Error(`chain ${chainId} is not in the database`)
  return chain
}
