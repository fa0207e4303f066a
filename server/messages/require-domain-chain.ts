import { type Chain, findChain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { isTestnetsOnly } from '@/server/projects/is-testnets-only'
import type { ReadMessage } from './read-message'

/**
 * The chain that typed data is for; null for other messages. Throws not_found if the platform has no such EVM chain,
 * forbidden if the project is limited to testnets and this is none.
 */
export async function requireDomainChain(
  { projectId }: Pick<Tenant, 'projectId'>,
  message: ReadMessage,
): Promise<Chain | null> {
  if (message.kind !== 'typedData') return null
  const chain = await findChain(message.typedData.chainId)
  if (chain?.chainType !== 'EVM') throw refusal('chain_unavailable', { param: 'typedData' })
  const isBarred = chain.network === 'MAINNET' && projectId !== null && (await isTestnetsOnly(projectId))
  if (isBarred) throw refusal('testnets_only', { param: 'typedData' })
  return chain
}
