import type { TreasuryWalletPurpose } from '@/schemas/platform/contract'
import type { Chain } from '@/server/chains/registry'

/**
 * Whether a platform wallet pays for anything on a chain: relayers carry nothing where wallets are topped up, or before
 * the delegate is there.
 */
export function isWalletUsed(chain: Chain, { purpose }: { purpose: TreasuryWalletPurpose }): boolean {
  return purpose !== 'RELAYER' || (chain.gasStrategy === 'delegation' && chain.delegateAddress !== null)
}
