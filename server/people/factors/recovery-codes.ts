import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { recoveryCodes } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

const RECOVERY_CODES = 10
const BYTES = 10
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** Replaces the person's recovery codes. Returns the new ones, each of 80 random bits, in clear for this once. */
export async function writeRecoveryCodes({ db }: Pick<WorkerCtx, 'db'>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await dropRecoveryCodes({ db }, userId)
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })))
  return codes
}

/** Deletes the person's recovery codes. */
export async function dropRecoveryCodes({ db }: Pick<WorkerCtx, 'db'>, userId: string): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Uses a recovery code up. False if it is not one of the person's, or was used. */
export async function consumeRecoveryCode(
  { db, now }: WorkerCtx,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const taken = await db
    .update(recoveryCodes)
    .set({ usedAt: now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashRecoveryCode(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id })
  return taken.length > 0
}

function newRecoveryCode(): string {
  const bits = [...randomBytes(BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const signs = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET.charAt(Number.parseInt(five, 2))).join('')
  return (signs.match(/.{4}/g) ?? []).join('-')
}

/** Case, blanks and hyphens do not matter. A plain hash is enough for 80 random bits. */
function hashRecoveryCode(code: string): string {
  const signs = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(signs).digest('hex')
}
