import { and, eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'

/** The id of the operator with this email address; null if there is none. */
export async function findOperator({ db }: Pick<OperatorCtx, 'db'>, email: string): Promise<string | null> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.platformRole, 'operator')))
  return user?.id ?? null
}
