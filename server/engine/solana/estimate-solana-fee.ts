import type { Chain } from '@/server/chains/registry'
import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'
import { findMint } from '@/server/chains/solana/find-mint'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import { refusal } from '@/server/errors'
import { MESSAGES } from '@/server/refusals/messages'
import { maxFeeLamports } from './solana-limits'

/**
 * The most a transfer can cost the platform, in lamports: two signatures, the capped priority fee of the largest transfer and, for a token, the
 * rent of the recipient's account (always: it may be closed at any moment). Throws unavailable.
 */
export async function estimateSolanaFee(chain: Chain, asset: { tokenAddress: string | null }): Promise<bigint> {
  const feeLamports = maxFeeLamports(chain)
  if (asset.tokenAddress === null) return feeLamports
  try {
    const mint = await findMint(chain, asset.tokenAddress)
    return feeLamports + (await rentExemptLamports(chain, mint?.accountBytes ?? TOKEN_ACCOUNT_BYTES))
  } catch (cause) {
    if (!(cause instanceof RpcUnavailableError || cause instanceof RpcError)) throw cause
    throw refusal('chain_unreachable', { message: MESSAGES.unavailable, cause })
  }
}

const TOKEN_ACCOUNT_BYTES = 165
