import type { Chain } from '@/server/chains/registry'
import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'
import { findMint } from '@/server/chains/solana/find-mint'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import { networkFeeLamports, TRANSFER_SIGNATURES } from '@/server/chains/solana/transfer'
import { refusal } from '@/server/errors'
import { MESSAGES } from '@/server/refusals/messages'
import { maxFeeLamports } from './solana-limits'

type Asset = { tokenAddress: string | null }

const TOKEN_ACCOUNT_BYTES = 165

/**
 * The maximum cost of a transfer to the platform, in lamports: two signatures, the capped priority fee of the largest
 * transfer and the rent of the recipient's token account. The rent always counts, because the account may be closed at
 * any time. Throws unavailable.
 */
export async function estimateSolanaFee(chain: Chain, asset: Asset): Promise<bigint> {
  return maxFeeLamports(chain) + (await rentOf(chain, asset))
}

/** The cost in lamports without a priority fee, which a transfer pays while blocks have room. Throws unavailable. */
export async function expectedSolanaFee(chain: Chain, asset: Asset): Promise<bigint> {
  return networkFeeLamports(TRANSFER_SIGNATURES, 0, 0n) + (await rentOf(chain, asset))
}

/** The rent of the recipient's token account in lamports; 0 for the native coin. */
async function rentOf(chain: Chain, { tokenAddress }: Asset): Promise<bigint> {
  if (tokenAddress === null) return 0n
  try {
    const mint = await findMint(chain, tokenAddress)
    return await rentExemptLamports(chain, mint?.accountBytes ?? TOKEN_ACCOUNT_BYTES)
  } catch (cause) {
    if (!(cause instanceof RpcUnavailableError || cause instanceof RpcError)) throw cause
    throw refusal('chain_unreachable', { message: MESSAGES.unavailable, cause })
  }
}
