import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { totpSecrets, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import { type OperatorCtx, type WorkerCtx, workerCtx } from '@/server/ctx'
import { sealSecret, unsealSecret } from '@/server/custody/secrets'
import { ApiError, notFound, validationError } from '@/server/errors'
import { revokeOtherSessions } from '@/server/people/revoke-session'
import { countCodeTry, forgiveCodeTry } from '@/server/people/sign-in-delay'
import { notifyFactorChange } from './notify-factor-change'
import { writeRecoveryCodes } from './recovery-codes'
import { describeTotp, newTotpSecret, stepOfCode } from './totp'
import { totpUse } from './totp-use'

const PENDING_MS = 10 * 60_000

type NewTotp = { id: string; secretSealed: Uint8Array; uri: string; key: string }

/** Makes and seals a secret; to be called before the transaction. */
export async function prepareTotp(email: string): Promise<NewTotp> {
  const id = newId()
  const secret = newTotpSecret()
  const described = describeTotp(secret, email)
  return { id, secretSealed: await sealSecret(totpUse(id), secret), ...described }
}

/**
 * Stores a new secret until its first code confirms it, within ten minutes. The current second factors remain valid.
 */
export async function beginTotp(
  { db }: Pick<WorkerCtx, 'db'>,
  { person, totp: { id, secretSealed, uri, key } }: { person: Person; totp: NewTotp },
): Promise<{ uri: string; key: string }> {
  // Locked, so that the second of two concurrent calls replaces the secret of the first.
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('no key update')
  if (!user) throw notFound('Person')
  await db.delete(totpSecrets).where(and(eq(totpSecrets.userId, person.id), isNull(totpSecrets.confirmedAt)))
  await db.insert(totpSecrets).values({ id, userId: person.id, secretSealed })
  return { uri, key }
}

type PendingTotp = { id: string; step: number | null }

/**
 * Reads the first code of the secret that waits; to be called before the transaction. Null if none waits any more.
 */
export async function readFirstCode(ctx: WorkerCtx, { person, code }: { person: Person; code: string }) {
  const [pending] = await ctx.db
    .select({ id: totpSecrets.id, secretSealed: totpSecrets.secretSealed, createdAt: totpSecrets.createdAt })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, person.id), isNull(totpSecrets.confirmedAt)))
  if (!pending || ctx.now().getTime() - pending.createdAt.getTime() > PENDING_MS) return null
  const secret = await unsealSecret(totpUse(pending.id), pending.secretSealed)
  const step = stepOfCode(secret, { code: code.replace(/\s/g, ''), now: ctx.now() })
  secret.fill(0)
  return { id: pending.id, step } satisfies PendingTotp
}

/**
 * Makes the new secret the person's second factor, and replaces a former one. Ends the person's other sessions and
 * returns ten recovery codes. Throws invalid for a wrong code, failed if no secret is pending, rate_limited.
 */
export async function confirmTotp(
  ctx: OperatorCtx,
  { person, pending }: { person: Person; pending: PendingTotp | null },
): Promise<{ recoveryCodes: string[] }> {
  if (pending === null) throw gone()
  await countCodeTry(workerCtx(), person.id)
  const { id, step } = pending
  if (step === null)
    throw validationError(['code: This is not the code your app shows. Check the clock of your device.'])
  const { db } = ctx
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('no key update')
  if (!user) throw notFound('Person')
  const ofPerson = eq(totpSecrets.userId, person.id)
  await db.delete(totpSecrets).where(and(ofPerson, isNotNull(totpSecrets.confirmedAt), ne(totpSecrets.id, id)))
  const confirmed = await db
    .update(totpSecrets)
    .set({ confirmedAt: ctx.now(), lastStep: step })
    .where(and(ofPerson, eq(totpSecrets.id, id), isNull(totpSecrets.confirmedAt)))
    .returning({ id: totpSecrets.id })
  if (confirmed.length === 0) throw gone()
  await forgiveCodeTry(workerCtx(), person.id)
  const recoveryCodes = await writeRecoveryCodes(ctx, person.id)
  await revokeOtherSessions(ctx, person)
  await notifyFactorChange(ctx, { news: 'added', person })
  return { recoveryCodes }
}

function gone(): ApiError {
  return new ApiError('failed', 'This setup is over. Start again to get a new QR code.')
}
