import type { Chain } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { findActivePolicies } from '@/server/policies/find-policy'
import { limitsAnything } from '@/server/policies/limits-anything'
import { requireUnblocked } from '@/server/screening/find-blocked'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { type SignMessage, signSerialized } from './sign-serialized'

/** `recipients` and `sign`, which signs with the wallet's key, were prepared before the transaction. */
type SignInput = { chain: Chain; addressIndex: number; serialized: string; recipients: string[]; sign: SignMessage }

/**
 * Signs a Solana transaction that the caller sends. Its effect is the caller's responsibility, and no policy can read
 * it. A project is therefore refused if its own policy or its business's limits anything. Throws not_found, failed
 * (wallet, policy, blocked address), invalid (bytes, or another wallet is to sign).
 */
export async function signLocally(
  ctx: TenantCtx,
  { chain, addressIndex, serialized, recipients, sign }: SignInput,
): Promise<{ signedTransaction: string }> {
  const wallet = await requireActiveWallet(ctx, { chainType: 'SOLANA', from: addressIndex })
  if (await isRestricted(ctx)) throw refusal('policy_unreadable', { message: OPAQUE })
  await requireUnblocked(ctx, recipients)
  const { signedTransaction } = await signSerialized({ chain, wallet, serialized, sign })
  return { signedTransaction }
}

const OPAQUE =
  'Policy: what a serialized transaction moves cannot be determined, and the project or its business has limits'

async function isRestricted(ctx: TenantCtx): Promise<boolean> {
  return (await findActivePolicies(ctx, { lock: false })).some(limitsAnything)
}
