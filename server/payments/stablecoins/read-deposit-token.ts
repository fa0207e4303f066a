import type { FoundToken } from '@/schemas/chains/tokens/contract'
import type { DepositTokenRef } from '@/schemas/payments/stablecoins/contract'
import { findChain } from '@/server/chains/registry'
import { readToken } from '@/server/chains/tokens/read-token'
import type { OperatorCtx } from '@/server/ctx'
import { isLocalStack } from '@/server/env'
import { ApiError } from '@/server/errors'

/**
 * Reads from its chain a token that is to be accepted for payments. Throws not_found, invalid, failed (a test network),
 * unavailable.
 */
export async function readDepositToken(ctx: OperatorCtx, ref: DepositTokenRef): Promise<FoundToken> {
  const chain = await findChain(ref.chainId)
  // A local stack has no other chains than test networks; elsewhere their tokens are worth nothing.
  if (chain?.network === 'TESTNET' && !isLocalStack())
    throw new ApiError('failed', 'Payments are taken on main networks only')
  return readToken(ctx, ref)
}
