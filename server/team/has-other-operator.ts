import { and, eq, ne } from 'drizzle-orm'
import { users } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'

/**
 * Whether another person is, or was, an operator. A suspended one counts too: else an operator could suspend the others
 * and act alone. Then `migrate --operator` adds the second one.
 */
export async function hasOtherOperator({ db, actor }: OperatorCtx): Promise<boolean> {
  return (await db.$count(users, and(eq(users.platformRole, 'operator'), ne(users.id, actor.id)))) > 0
}
