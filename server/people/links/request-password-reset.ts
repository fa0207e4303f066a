import type { RequestPasswordResetInput } from '@/schemas/people/contract'
import { type OperatorCtx, workerCtx } from '@/server/ctx'
import { passwordReset } from '@/server/mail/templates/password-reset'
import { countResetTry } from '@/server/people/sign-in-delay'
import { createLink } from './create-link'

/**
 * Requests a new password. The work and the result are the same whether or not the address has an account: the job that
 * sends the email checks that. Throws rate_limited.
 */
export async function requestPasswordReset(
  ctx: OperatorCtx,
  { email, clientIp }: RequestPasswordResetInput & { clientIp: string | null },
): Promise<void> {
  // In a separate transaction, so that a try counts even if a later step fails.
  await countResetTry(workerCtx(), { email, clientIp })
  await createLink(ctx, { kind: 'password_reset', email, isHandedOver: false, write: passwordReset })
}
