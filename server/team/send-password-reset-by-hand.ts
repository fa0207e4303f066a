import { eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import type { LinkOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { sendPasswordReset } from '@/server/people/links/send-password-reset'
import { createProposal } from '@/server/proposals/write-proposal'
import { hasOtherOperator } from './has-other-operator'

/**
 * An operator resets the password of any person; for an operator or support a second operator has to approve. Throws as
 * `sendPasswordReset`.
 */
export async function sendPasswordResetByHand(
  ctx: OperatorCtx,
  { personId }: { personId: string },
): Promise<LinkOutcome> {
  const [user] = await ctx.db
    .select({ name: users.name, platformRole: users.platformRole })
    .from(users)
    .where(eq(users.id, personId))
  if (!user) throw notFound('Person')
  if (user.platformRole !== null && (await hasOtherOperator(ctx))) {
    const input = { personId, name: user.name, role: user.platformRole }
    await createProposal(ctx, { act: 'reset_staff_password', subject: personId, input, valueMinor: null })
    return { state: 'proposed', link: null }
  }
  const { link } = await sendPasswordReset(ctx, { personId })
  return { state: 'done', link }
}
