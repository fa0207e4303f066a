import { toHex } from 'viem'
import type { SignedMessageView } from '@/schemas/messages/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { evmMessageDigest } from '@/server/custody/sign-evm-message'
import type { PreparedMessage } from './prepare-message'
import { requireSignable } from './require-signable'
import { evmMessageOf, signedBytesOf } from './sign-as-read'
import { summaryOf } from './summary-of'
import { requireVerified } from './verify-signature'
import { toSignedMessage } from './view'

/**
 * Signs a message in the caller's transaction, judged by the policies of that moment, and writes what was signed and
 * for whom into the audit log. The same message gives the same signature. Throws not_found, forbidden, failed (wallet,
 * policy), recovering.
 */
export async function signMessage(ctx: TenantCtx, prepared: PreparedMessage): Promise<SignedMessageView> {
  const { id, message } = prepared
  const wallet = await requireSignable(ctx, prepared)
  const signature = await prepared.sign(ctx)
  const evm = evmMessageOf(message)
  const digest = evm ? toHex(evmMessageDigest(evm)) : null
  const signedBytes = signedBytesOf({ message, wallet, projectId: ctx.projectId })
  await requireVerified({ address: wallet.address, signature, digest, signedBytes })
  await appendAudit(ctx, {
    action: 'message.signed',
    target: wallet.id,
    detail: { requestId: id, address: wallet.address, digest, ...summaryOf(message) },
  })
  return toSignedMessage({ id, message, wallet, signature, digest, signedBytes })
}
