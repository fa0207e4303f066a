import type { AddressType } from '@/server/addresses/contract'
import type { TokenView } from '@/server/tokens/contract'

/** The family of chains a token lives on, which says what addresses its wallets have. */
export function chainTypeOf({ chain }: Pick<TokenView, 'chain'>): AddressType {
  return chain === 'SOL' ? 'SOLANA' : 'EVM'
}
