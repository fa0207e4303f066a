import type { LinkOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { areLinksHandedOver } from '@/server/people/links/create-link'
import { sendPasswordReset } from '@/server/people/links/send-password-reset'
import { proposeForStaff } from './has-other-operator'

/**
 * An operator resets the password of any person. A second operator must approve for an operator or support, and for
 * everyone while there is no mail server: the person who sees the link can sign in as that person. Throws as
 * `sendPasswordReset`.
 */
export async function sendPasswordResetAsOperator(
  ctx: OperatorCtx,
  { personId }: { personId: string },
): Promise<LinkOutcome> {
  const reset = { personId, act: 'reset_staff_password', isForMembersToo: areLinksHandedOver() } as const
  if (await proposeForStaff(ctx, reset)) return { state: 'proposed', link: null }
  const { link } = await sendPasswordReset(ctx, { personId })
  return { state: 'done', link }
}
