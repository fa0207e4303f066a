import { readHeaders } from '@/server/chains/evm/read-headers'
import type { Chain } from '@/server/chains/registry'
import { readBlockhashes } from '@/server/chains/solana/read-blocks'

/**
 * The hashes of these blocks as a chain has them now; null for a number without a block. Throws RpcUnavailableError,
 * RpcError.
 */
export async function readHashes(chain: Chain, numbers: readonly bigint[]): Promise<(string | null)[]> {
  if (chain.chainType === 'SOLANA') return readBlockhashes(chain, numbers)
  const headers = await readHeaders(chain, numbers)
  return headers.map((header) => header?.hash ?? null)
}
