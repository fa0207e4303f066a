import { and, gt, isNull, notInArray, or, sql } from 'drizzle-orm'
import { sessions } from '@/db/schema'
import { findRoot, SECRET_CANARY, secretId } from '@/db/secret-proof'
import type { WorkerCtx } from '@/server/ctx'
import { slipwaySecrets } from '@/server/env'
import { readSecretRows } from '@/server/stable-secret'
import type { KeyProblem } from './key-fault'

/**
 * Returns the problem if SLIPWAY_SECRET does not name the secrets of this database in an order that works for all
 * processes, else null. The first process to start stores its secret.
 */
export async function verifySecret(ctx: WorkerCtx): Promise<KeyProblem | null> {
  const secrets = slipwaySecrets()
  const rows = await readSecretRows(ctx)
  const [isFirstKnown, ...others] = secrets.map((secret) => findRoot(rows, secret) !== null)
  if (!isFirstKnown) return others.includes(true) ? NEW_TOO_EARLY : WRONG_SECRET
  const isOneMissing = rows.some((row) => secrets.every((secret) => findRoot([row], secret) === null))
  if (!isOneMissing) return null
  const first = rows.filter(({ keyId }) => keyId === SECRET_CANARY)
  const left = await countUnderOthers(ctx, {
    ids: secrets.map(secretId),
    isFirstHere: secrets.some((secret) => findRoot(first, secret) !== null),
  })
  return left === 0 ? null : missingFormerSecret(left)
}

export const WRONG_SECRET: KeyProblem = {
  fault: 'wrong_key',
  keyId: SECRET_CANARY,
  message: 'SLIPWAY_SECRET is not the one this database was made with: API keys, sessions and sealed answers need it',
}

const NEW_TOO_EARLY: KeyProblem = {
  fault: 'wrong_key',
  keyId: SECRET_CANARY,
  message:
    'SLIPWAY_SECRET names first a secret that this database does not know: name the former one first, run node dist/migrate.mjs with both, and swap them once every process knows both',
}

function missingFormerSecret(left: number): KeyProblem {
  const people = left === 1 ? '1 sign-in stands' : `${left} sign-ins stand`
  return {
    fault: 'wrong_key',
    keyId: SECRET_CANARY,
    message: `SLIPWAY_SECRET lacks the former secret, under which ${people}: name it behind the new one until they have ended`,
  }
}

/** Sign-ins under another secret than the first of SLIPWAY_SECRET. They would end if it were the only one. */
export async function countUnderFormer(ctx: WorkerCtx): Promise<number> {
  const [secret] = slipwaySecrets()
  const first = (await readSecretRows(ctx)).filter(({ keyId }) => keyId === SECRET_CANARY)
  return countUnderOthers(ctx, { ids: [secretId(secret)], isFirstHere: findRoot(first, secret) !== null })
}

/**
 * Sign-ins whose cookie no configured secret opens. A sign-in from before the first rotation is under the first secret
 * of the database.
 */
function countUnderOthers(
  { db, now }: WorkerCtx,
  { ids, isFirstHere }: { ids: readonly string[]; isFirstHere: boolean },
): Promise<number> {
  const isForeign = or(notInArray(sessions.secretId, [...ids]), isFirstHere ? sql`false` : isNull(sessions.secretId))
  return db.$count(sessions, and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now()), isForeign))
}
