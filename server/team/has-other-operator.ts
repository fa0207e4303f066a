import { and, eq, ne } from 'drizzle-orm'
import { users } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { createProposal } from '@/server/proposals/write-proposal'

/**
 * Whether another person is, or was, an operator. A suspended one counts too: else an operator could suspend the others
 * and act alone. Then `migrate --operator` adds the second one.
 */
export async function hasOtherOperator({ db, actor }: OperatorCtx): Promise<boolean> {
  return (await db.$count(users, and(eq(users.platformRole, 'operator'), ne(users.id, actor.id)))) > 0
}

type ResetOfPerson = {
  personId: string
  act: 'reset_staff_factor' | 'reset_staff_password'
  /** Whether it also needs approval for a person of a business. */
  isForMembersToo?: boolean
}

/**
 * Proposes a mutation of an operator or of support to a second operator. Returns false, and proposes nothing, if the
 * mutation needs no approval: for other people, and while there is no second operator. Throws not_found.
 */
export async function proposeForStaff(
  ctx: OperatorCtx,
  { personId, act, isForMembersToo = false }: ResetOfPerson,
): Promise<boolean> {
  const [user] = await ctx.db
    .select({ name: users.name, platformRole: users.platformRole })
    .from(users)
    .where(eq(users.id, personId))
  if (!user) throw notFound('Person')
  const needsApproval = user.platformRole !== null || isForMembersToo
  if (!needsApproval || !(await hasOtherOperator(ctx))) return false
  const input = { personId, name: user.name, role: user.platformRole }
  await createProposal(ctx, { act, subject: personId, input, valueMinor: null })
  return true
}
