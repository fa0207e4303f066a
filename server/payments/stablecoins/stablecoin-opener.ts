import { WATCH_CHAIN_MS } from '@/schemas/payments/words'
import type { StablecoinOpener } from '@/server/payments/accounts/account-opener'
import { expectedUnits } from '@/server/payments/accounts/expected-units'
import type { AcceptedToken } from './list-accepted-tokens'

/** Opens an address of the platform for one token. Other tokens on the same family of chains share the address. */
export function stablecoinOpener(token: AcceptedToken): StablecoinOpener {
  const { chain, chainId, tokenAddress, symbol: tokenSymbol, decimals, peg } = token
  return {
    kind: 'STABLECOIN',
    provider: 'chain',
    watchMs: WATCH_CHAIN_MS,
    expects: ({ amountMinor, amountUsdMicros }) => ({
      ...{ chainId, tokenAddress, tokenSymbol, decimals, peg, currency: `${chainId}:${tokenAddress}` },
      expectedUnits: expectedUnits({ amountMinor, amountUsdMicros, peg, decimals }),
    }),
    chainType: chain.chainType,
  }
}
