import type { AddressType } from '@/schemas/addresses/contract'
import type { TokenView } from '@/schemas/tokens/contract'

/** The family of chains a token lives on, which says what addresses its wallets have. */
export function chainTypeOf({ chain }: Pick<TokenView, 'chain'>): AddressType {
  return chain === 'SOL' ? 'SOLANA' : 'EVM'
}
