import type { ChainView } from '@/schemas/wallets/contract'

/** A page of a chain's block explorer. Solana's clusters share one. */
export function explorerUrl(
  chain: Pick<ChainView, 'chainType' | 'network' | 'explorerUrl'> | undefined,
  path: `tx/${string}` | `address/${string}`,
): string | null {
  if (!chain) return null
  const cluster = chain.chainType === 'SOLANA' && chain.network === 'TESTNET' ? '?cluster=devnet' : ''
  return `${chain.explorerUrl}/${path}${cluster}`
}
