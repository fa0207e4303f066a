import { newId } from '@/db/new-id'
import { totpSecrets } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { sealSecret } from '@/server/custody/secrets'
import { writeRecoveryCodes } from '@/server/people/factors/recovery-codes'
import { codeAt, newTotpSecret } from '@/server/people/factors/totp'
import { totpUse } from '@/server/people/factors/totp-use'

type Factor = { secret: Uint8Array; recoveryCodes: string[]; code: (at?: Date) => string }

/** Gives a person an authenticator app; `isPending`: one that was not confirmed yet. */
export async function addFactor(userId: string, { isPending = false } = {}): Promise<Factor> {
  const ctx = workerCtx()
  const id = newId()
  const secret = newTotpSecret()
  const secretSealed = await sealSecret(totpUse(id), secret)
  const confirmedAt = isPending ? null : new Date()
  await ctx.db.insert(totpSecrets).values({ id, userId, secretSealed, confirmedAt })
  const recoveryCodes = isPending ? [] : await writeRecoveryCodes(ctx, userId)
  return { secret, recoveryCodes, code: (at = new Date()) => codeAt(secret, at) }
}
