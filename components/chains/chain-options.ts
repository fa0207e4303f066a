import type { ChainView } from '@/schemas/wallets/contract'
import { chainLabel } from './chain-label'

/** The chains of a select field. */
export function chainOptions(
  chains: readonly Pick<ChainView, 'chainId' | 'name' | 'network'>[],
): { value: string; label: string }[] {
  return chains.map((chain) => ({ value: String(chain.chainId), label: chainLabel(chain) }))
}

/** The chain that a form starts with: a test network if there is one. */
export function startChain(chains: readonly ChainView[]): ChainView | undefined {
  return chains.find(({ network }) => network === 'TESTNET') ?? chains[0]
}
