import type { LinkOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { sendPasswordReset } from '@/server/people/links/send-password-reset'
import { proposeForStaff } from './has-other-operator'

/**
 * An operator resets the password of any person; for an operator or support a second operator has to approve. Throws as
 * `sendPasswordReset`.
 */
export async function sendPasswordResetAsOperator(
  ctx: OperatorCtx,
  { personId }: { personId: string },
): Promise<LinkOutcome> {
  if (await proposeForStaff(ctx, { personId, act: 'reset_staff_password' })) return { state: 'proposed', link: null }
  const { link } = await sendPasswordReset(ctx, { personId })
  return { state: 'done', link }
}
