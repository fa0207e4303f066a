import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { signInFailures } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'

/** Tries without a delay; an address may be a whole office, so it gets more. */
const FREE_TRIES = { account: 3, address: 20 }
const LONGEST_DELAY_SECONDS = 900
/** After a day of quiet the count starts anew. */
const FORGET_AFTER = sql`interval '1 day'`

type Kind = keyof typeof FREE_TRIES
type Try = { email: string; clientIp: string | null }

/**
 * Counts a try before the password is looked at, so that a burst of guesses cannot slip past the count. Refuses with the seconds to
 * wait while the last delay runs; each further failure doubles it.
 */
export async function countSignInTry(ctx: WorkerCtx, input: Try): Promise<void> {
  await countOne(ctx, 'account', accountKey(input.email))
  if (input.clientIp) await countOne(ctx, 'address', addressKey(input.clientIp))
}

/** A success clears the account; of the address only its own try is taken back, since others may be guessing from there. */
export async function forgiveSignInTry({ db }: WorkerCtx, input: Try): Promise<void> {
  await db.delete(signInFailures).where(sql`${signInFailures.key} = ${accountKey(input.email)}`)
  if (!input.clientIp) return
  await db
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
    .where(sql`${signInFailures.key} = ${addressKey(input.clientIp)}`)
}

async function countOne({ db }: WorkerCtx, kind: Kind, key: string): Promise<void> {
  const failures = sql`(case when ${signInFailures.updatedAt} < clock_timestamp() - ${FORGET_AFTER} then 1
    else ${signInFailures.failures} + 1 end)`
  const delaySeconds = sql`(case when ${failures} < ${FREE_TRIES[kind]}::int then 0
    else least(power(2, least(${failures} - ${FREE_TRIES[kind]}::int + 1, 20)), ${LONGEST_DELAY_SECONDS}::int) end)`
  const [counted] = await db
    .insert(signInFailures)
    .values({ key, failures: 1, blockedUntil: sql`clock_timestamp()`, updatedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures,
        blockedUntil: sql`clock_timestamp() + ${delaySeconds} * interval '1 second'`,
        updatedAt: sql`clock_timestamp()`,
      },
      setWhere: sql`${signInFailures.blockedUntil} <= clock_timestamp()`,
    })
    .returning({ key: signInFailures.key })
  if (counted) return
  const [row] = await db
    .select({
      waitMs: sql<number>`extract(epoch from ${signInFailures.blockedUntil} - clock_timestamp())::float8 * 1000`,
    })
    .from(signInFailures)
    .where(sql`${signInFailures.key} = ${key}`)
  const retryAfter = Math.max(1, Math.ceil((row?.waitMs ?? 1_000) / 1_000))
  throw new ApiError('rate_limited', `Too many attempts. Try again in ${inWords(retryAfter)}.`, { retryAfter })
}

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second'
  if (seconds < 120) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

function accountKey(email: string): string {
  return `account:${createHash('sha256').update(email).digest('hex')}`
}

function addressKey(clientIp: string): string {
  return `address:${clientIp}`
}
