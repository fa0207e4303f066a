import { type ApiError, refusal } from '@/server/errors'
import { type Chain, findChain } from './registry'

/** The chain on which a transaction is about to end. Throws unavailable if it is switched off. */
export async function requireRunningChain(chainId: number): Promise<Chain> {
  const chain = await findChain(chainId)
  if (!chain) throw chainIsOff(chainId)
  return chain
}

export function chainIsOff(chainId: number): ApiError {
  return refusal('chain_unreachable', { message: `Chain ${chainId} is switched off: nothing can end on it now` })
}
