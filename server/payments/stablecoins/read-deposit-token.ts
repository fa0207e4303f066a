import type { FoundToken } from '@/schemas/chains/tokens/contract'
import type { DepositTokenRef } from '@/schemas/payments/stablecoins/contract'
import { findChain } from '@/server/chains/registry'
import { readToken } from '@/server/chains/tokens/read-token'
import type { OperatorCtx } from '@/server/ctx'
import { isLocalStack } from '@/server/env'
import { ApiError } from '@/server/errors'

/**
 * Reads the data of a token from its chain before it is accepted for payments. Throws not_found, invalid, failed (a
 * test network), unavailable.
 */
export async function readDepositToken(ctx: OperatorCtx, ref: DepositTokenRef): Promise<FoundToken> {
  const chain = await findChain(ref.chainId)
  // Tokens of test networks are worth nothing, but a local stack has no other networks.
  if (chain?.network === 'TESTNET' && !isLocalStack())
    throw new ApiError('failed', 'Payments are taken on main networks only')
  return readToken(ctx, ref)
}
