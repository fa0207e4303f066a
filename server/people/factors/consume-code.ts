import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { passkeys, totpSecrets } from '@/db/schema'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { unsealSecret } from '@/server/custody/secrets'
import { ApiError } from '@/server/errors'
import { countCodeTry, forgiveCodeTry } from '@/server/people/sign-in-delay'
import { consumeRecoveryCode } from './recovery-codes'
import { stepOfCode } from './totp'
import { totpUse } from './totp-use'

type Code = { userId: string; code: string }

/** The result of checking a code without using it up. */
export type ReadCode =
  | { kind: 'totp'; userId: string; totpId: string; step: number | null }
  | { kind: 'recovery'; userId: string; code: string }

/** Whether the person has a second factor: an authenticator app or a passkey. */
export async function hasSecondFactor({ db }: Pick<WorkerCtx, 'db'>, userId: string): Promise<boolean> {
  const isConfirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
  return (await db.$count(totpSecrets, isConfirmed)) > 0 || (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0
}

/**
 * Decrypts the person's secret and checks a code; six digits are from the app, anything else is a recovery code. Not
 * within a transaction, because a key service may be called. Uses nothing up.
 */
export async function readCode({ db, now }: WorkerCtx, { userId, code }: Code): Promise<ReadCode> {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return { kind: 'recovery', userId, code }
  const [totp] = await db
    .select({ id: totpSecrets.id, secretSealed: totpSecrets.secretSealed })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  if (!totp) return { kind: 'recovery', userId, code }
  const secret = await unsealSecret(totpUse(totp.id), totp.secretSealed)
  const step = stepOfCode(secret, { code: digits, now: now() })
  secret.fill(0)
  return { kind: 'totp', userId, totpId: totp.id, step }
}

/**
 * Uses a code up. Tries are counted for each person from any address, and count although the rest is rolled back.
 * Throws rate_limited, and invalid for a code that is wrong or was used; of two requests with one code, one passes.
 */
export async function consumeCode(ctx: WorkerCtx, code: ReadCode): Promise<void> {
  await countCodeTry(workerCtx(), code.userId)
  const isTaken = code.kind === 'totp' ? await takeStep(ctx, code) : await consumeRecoveryCode(ctx, code)
  if (!isTaken) throw new ApiError('invalid', 'The code is wrong, or it was used already.')
  await forgiveCodeTry(workerCtx(), code.userId)
}

/** RFC 6238, section 5.2: a code counts once. The condition is part of the write, so that it holds for two at once. */
async function takeStep({ db }: WorkerCtx, { totpId, step }: ReadCode & { kind: 'totp' }): Promise<boolean> {
  if (step === null) return false
  const taken = await db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.id, totpId), or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step))))
    .returning({ id: totpSecrets.id })
  return taken.length > 0
}
