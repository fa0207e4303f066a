import type { ChainView } from '@/schemas/wallets/contract'

type Network = ChainView['network']
export type OfferedChain = Pick<ChainView, 'network' | 'isAvailable'>
type Offer = { testnetsOnly: boolean; networks: Network | null; mainnetsFirst?: boolean }

/**
 * The chains that a form offers: those that can be reached, narrowed by the network switch and by a limit to testnets.
 * Testnets come first. A switch that leaves none does not narrow: a form without a chain would be a dead end.
 */
export function offeredChains<T extends OfferedChain>(
  chains: readonly T[],
  { testnetsOnly, networks, mainnetsFirst = false }: Offer,
): T[] {
  const usable = chains.filter(({ isAvailable, network }) => isAvailable && !(testnetsOnly && network === 'MAINNET'))
  const narrowed = usable.filter(({ network }) => networks === null || network === networks)
  const first: Network = mainnetsFirst ? 'MAINNET' : 'TESTNET'
  const rank = ({ network }: T) => (network === first ? 0 : 1)
  return (narrowed.length > 0 ? narrowed : usable).toSorted((one, other) => rank(one) - rank(other))
}
