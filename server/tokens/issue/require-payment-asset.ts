import { askChain } from '@/server/chains/ask-chain'
import { readDecimals } from '@/server/chains/evm/erc20'
import type { Chain } from '@/server/chains/registry'
import { findMint } from '@/server/chains/solana/find-mint'
import { validationError } from '@/server/errors'
import { canonicalAddress } from '@/server/text/canonical-address'

/** What coupons and principal are paid in. */
export type PaymentAsset = { address: string; symbol: string; decimals: number }

const DEFAULT_SYMBOL = 'USDC'
const MAX_DECIMALS = 18

/** The payment token that a request named, or the chain's USDC. Throws invalid where it is no token, unavailable. */
export async function requirePaymentAsset(chain: Chain, named: string | undefined): Promise<PaymentAsset> {
  if (named === undefined) {
    const usdc = chain.tokens.find(({ symbol }) => symbol === DEFAULT_SYMBOL)
    if (!usdc) throw validationError([`yieldParams.paymentToken: is required, as ${chain.name} has no USDC here`])
    return { address: usdc.address, symbol: usdc.symbol, decimals: usdc.decimals }
  }
  const address = canonicalAddress(chain.chainType, named)
  if (address === null) throw validationError([`yieldParams.paymentToken: is no address of ${chain.code}`])
  const known = chain.tokens.find((token) => token.address === address)
  if (known) return { address, symbol: known.symbol, decimals: known.decimals }
  const decimals = await askChain(() =>
    chain.chainType === 'SOLANA' ? readMintDecimals(chain, address) : readDecimals(chain, address),
  )
  if (decimals === null || decimals > MAX_DECIMALS) throw validationError(['yieldParams.paymentToken: is no token'])
  return { address, symbol: 'tokens', decimals }
}

/** Null also of a mint whose transfers cannot be done right. */
async function readMintDecimals(chain: Chain, address: string): Promise<number | null> {
  const mint = await findMint(chain, address)
  return mint === null || mint.problem !== null ? null : mint.decimals
}
