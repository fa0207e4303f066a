import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { and, eq, gt, sql } from 'drizzle-orm'
import { passkeyChallenges } from '@/db/schema'
import type { PasskeyPurpose } from '@/schemas/people/words'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** The time limit for the answer of an authenticator. */
export const CHALLENGE_MS = 5 * 60_000

type Held = { purpose: PasskeyPurpose; holder: string }

/** Stores a challenge (base64url, random) that its holder may answer once. */
export async function storeChallenge(
  { db, now }: Pick<WorkerCtx, 'db' | 'now'>,
  { challenge, ...held }: Held & { challenge: string },
): Promise<void> {
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS)
  await db.insert(passkeyChallenges).values({ ...held, challenge, expiresAt })
}

/**
 * Uses up the challenge that an answer names, on its own connection: it stays used where the answer is refused. Returns
 * it, or null for one that is unknown, used, expired, another holder's or for another purpose. One of two concurrent
 * answers gets it.
 */
export async function consumeChallenge(
  { now }: Pick<WorkerCtx, 'now'>,
  { purpose, holder, clientDataJSON }: Held & { clientDataJSON: string },
): Promise<string | null> {
  const named = challengeOf(clientDataJSON)
  if (named === null) return null
  const [taken] = await workerCtx()
    .db.delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, named),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.holder, holder),
        gt(passkeyChallenges.expiresAt, now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return taken?.challenge ?? null
}

function challengeOf(clientDataJSON: string): string | null {
  try {
    const challenge: unknown = decodeClientDataJSON(clientDataJSON).challenge
    // Postgres takes no NUL in a text.
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}

/** Deletes challenges that were not answered in time. Returns how many. */
export function pruneChallenges({ db, now }: WorkerCtx): Promise<number> {
  const before = now().toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from passkey_challenges where id = any(array(
        select id from passkey_challenges where expires_at < ${before}::timestamptz limit ${limit}::int for update skip locked
      ))`),
  )
}
