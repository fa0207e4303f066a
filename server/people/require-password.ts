import { eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'
import { isPassword } from './password'
import { countSignInTry, forgiveSignInTry } from './sign-in-delay'

type Given = { person: { id: string; email: string }; password: string }

/** Throws invalid if it is not the person's password. Wrong guesses are slowed like sign-ins. */
export async function requirePassword(ctx: Pick<WorkerCtx, 'db' | 'now'>, { person, password }: Given): Promise<void> {
  const guess = { email: person.email, clientIp: null }
  // In a separate transaction: a wrong guess must count although the rest is rolled back.
  await countSignInTry(workerCtx(), guess)
  const [user] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, person.id))
  if (!user) throw notFound('Person')
  if (!(await isPassword(user.passwordHash, password))) throw validationError(['password: This is not your password.'])
  await forgiveSignInTry(ctx, guess)
}
