import { NETWORK_CODES } from '@/server/indexer/words'
import type { ChainView } from '@/server/wallets/contract'

/** Chains that tokens can be issued on: those served whose contracts are EVM's, by the codes the API has for them. */
export function toIssueChains(chains: readonly ChainView[]) {
  return chains.flatMap((chain) => {
    const code = NETWORK_CODES.find((one) => one === chain.code)
    if (code === undefined || chain.chainType !== 'EVM' || !chain.isAvailable) return []
    return [{ ...chain, code }]
  })
}
export type IssueChain = ReturnType<typeof toIssueChains>[number]
