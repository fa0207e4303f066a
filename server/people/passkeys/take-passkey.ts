import { and, eq, lt } from 'drizzle-orm'
import { passkeys } from '@/db/schema'
import type { PasskeyAssertion } from '@/schemas/people/passkeys'
import type { PasskeyPurpose } from '@/schemas/people/words'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { countCodeTry, forgiveCodeTry } from '@/server/people/sign-in-delay'
import { readAssertion, type VerifiedPasskey } from './read-assertion'

/**
 * Records a use of the passkey. Returns false if it was removed meanwhile or a newer signature was accepted before. The
 * condition is part of the write, so that it holds for two calls in parallel.
 */
export async function recordPasskeyUse(
  { db, now }: Pick<WorkerCtx, 'db' | 'now'>,
  { id, counter, isBackedUp }: VerifiedPasskey,
): Promise<boolean> {
  const isNewer = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const used = await db
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: now() })
    .where(and(eq(passkeys.id, id), isNewer))
    .returning({ id: passkeys.id })
  return used.length > 0
}

type Given = { userId: string; assertion: PasskeyAssertion; purpose: PasskeyPurpose; holder: string }

/**
 * Takes the answer of a passkey as the person's second factor. Tries count as those of codes do, although the rest is
 * rolled back. Throws rate_limited, and invalid for an answer that is wrong, was given before or is another person's.
 */
export async function takePasskey(ctx: WorkerCtx, { userId, ...answer }: Given): Promise<void> {
  await countCodeTry(workerCtx(), userId)
  const proven = await readAssertion(ctx, answer)
  if (proven?.userId !== userId || !(await recordPasskeyUse(ctx, proven))) throw passkeyRefused('invalid')
  await forgiveCodeTry(workerCtx(), userId)
}

/** One text for every reason, so that nothing is learnt of passkeys and accounts. */
export function passkeyRefused(code: 'invalid' | 'unauthenticated'): ApiError {
  return new ApiError(code, 'This passkey was not accepted. Try again, or use another way.')
}
