import type { Chain } from '@/server/chains/registry'

/**
 * Whether relayers carry what the wallets of a chain do (EIP-7702), so that the nonce is a relayer's and not the
 * wallet's.
 */
export function isRelayed(chain: Pick<Chain, 'chainType' | 'gasStrategy' | 'delegateAddress'>): boolean {
  return chain.chainType === 'EVM' && chain.gasStrategy === 'delegation' && chain.delegateAddress !== null
}
