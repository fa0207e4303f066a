import type { NetworkCode } from '@/schemas/indexer/words'
import { type Chain, findChain, listChains } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { isLocalStack } from '@/server/env'
import { refusal, validationError } from '@/server/errors'
import { isTestnetsOnly } from './is-testnets-only'

/**
 * The chain that a network code such as `BASE` means for a project: the one with `chainId` if given, otherwise the
 * mainnet of the family. It is the testnet if the project is limited to testnets, or if no mainnet is enabled. On the
 * local stack `SOL` means the devnet. Throws invalid, forbidden, not_found.
 */
export async function requireChainOfNetwork(
  { projectId }: Pick<Tenant, 'projectId'>,
  { network, chainId }: { network: NetworkCode; chainId?: number },
): Promise<Chain> {
  const testnetsOnly = projectId !== null && (await isTestnetsOnly(projectId))
  const param = chainId === undefined ? 'network' : 'chainId'
  const chain = chainId === undefined ? await findOfFamily(network, testnetsOnly) : await findChain(chainId)
  if (chain && chain.code !== network) throw validationError([`chainId: chain ${chain.chainId} is not of ${network}`])
  if (testnetsOnly && chain?.network === 'MAINNET') throw refusal('testnets_only', { param })
  if (!chain || chain.rpcUrls.length === 0) throw refusal('chain_unavailable', { param })
  return chain
}

async function findOfFamily(network: NetworkCode, testnetsOnly: boolean): Promise<Chain | null> {
  const served = (await listChains())
    .filter(({ code, rpcUrls }) => code === network && rpcUrls.length > 0)
    .sort((one, other) => one.chainId - other.chainId)
  const mainnet = served.find((chain) => chain.network === 'MAINNET')
  const testnet = served.find((chain) => chain.network === 'TESTNET')
  if (testnetsOnly) return testnet ?? null
  return (prefersDevnet(network) ? (testnet ?? mainnet) : (mainnet ?? testnet)) ?? null
}

/**
 * The local stack runs mainnet and devnet of Solana, and only the devnet has a faucet. Other families have one of the
 * two.
 */
function prefersDevnet(network: NetworkCode): boolean {
  return network === 'SOL' && isLocalStack()
}
