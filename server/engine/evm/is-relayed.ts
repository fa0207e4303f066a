import type { Chain } from '@/server/chains/registry'

/** Whether relayers submit the transactions of a chain's wallets (EIP-7702) and use their own nonces. */
export function isRelayed(chain: Pick<Chain, 'chainType' | 'gasStrategy' | 'delegateAddress'>): boolean {
  return chain.chainType === 'EVM' && chain.gasStrategy === 'delegation' && chain.delegateAddress !== null
}
