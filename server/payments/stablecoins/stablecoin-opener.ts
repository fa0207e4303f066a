import { WATCH_CHAIN_MS } from '@/schemas/payments/words'
import type { StablecoinOpener } from '@/server/payments/accounts/account-opener'
import { expectedUnits } from '@/server/payments/accounts/expected-units'
import type { TakenToken } from './list-taken-tokens'

/** An address of our own for one token; the other tokens of its family of chains have the same one. */
export function stablecoinOpener(token: TakenToken): StablecoinOpener {
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
