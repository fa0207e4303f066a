import type { Chain } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { findPolicy } from '@/server/policies/find-policy'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { signSerialized } from './solana/sign-serialized'

type Wanted = { chain: Chain; addressIndex: number; serialized: string }

/**
 * Signs a Solana transaction for the caller to send. What it does is the caller's, and no policy can read it: a project whose policy
 * limits anything is refused. Throws not_found, failed (wallet, policy), invalid (bytes, or another wallet is to sign).
 */
export async function signLocally(
  ctx: TenantCtx,
  { chain, addressIndex, serialized }: Wanted,
): Promise<{ signedTransaction: string }> {
  const wallet = await requireActiveWallet(ctx, { chainType: 'SOLANA', from: addressIndex })
  if (await isRestricted(ctx)) throw new ApiError('failed', OPAQUE)
  const { signedTransaction } = await signSerialized(ctx, { chain, wallet, serialized })
  return { signedTransaction }
}

const OPAQUE = 'Policy: what a serialized transaction moves cannot be told, and the project has limits'

async function isRestricted(ctx: TenantCtx): Promise<boolean> {
  const { projectId } = ctx
  if (projectId === null) return false
  const policy = await findPolicy({ ...ctx, projectId }, { lock: false })
  if (!policy?.isActive) return false
  const { perTransactionMicros, dailyMicros, approvalAboveMicros, allowedRecipients, allowedMethods } = policy
  return [perTransactionMicros, dailyMicros, approvalAboveMicros, allowedRecipients, allowedMethods].some(
    (limit) => limit !== null,
  )
}
