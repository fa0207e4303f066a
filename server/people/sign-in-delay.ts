import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { sessions, signInFailures, users } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'

/** `free` failures have no delay; the next one delays by `firstSeconds`, each further one by twice as long. */
type Terms = { free: number; firstSeconds: number }

/** For one account from one network. Failures of another network do not count, so they never lock the owner out. */
const TERMS: Terms = { free: 2, firstSeconds: 2 }
/**
 * For one account from a network it was never used from, while many networks guess its password: the owner who travels
 * still has one attempt.
 */
const TERMS_UNDER_ATTACK: Terms = { free: 0, firstSeconds: 60 }
/** Per network and all accounts; a network may be a whole office. */
const TERMS_OF_NETWORK: Terms = { free: 19, firstSeconds: 2 }

/** For emails with a link: to one account from one network, to one account from all networks, and from one network. */
const TERMS_OF_RESETS: Terms = { free: 2, firstSeconds: 60 }
const TERMS_OF_ACCOUNT_RESETS: Terms = { free: 5, firstSeconds: 300 }
const TERMS_OF_NETWORK_RESETS: Terms = { free: 19, firstSeconds: 60 }

/** Per person, for codes: a caller who guesses them knows the password. */
const TERMS_OF_CODES: Terms = { free: 5, firstSeconds: 30 }

/** Limits challenges of passkeys that a network requests without signing in. */
const TERMS_OF_CHALLENGES: Terms = { free: 99, firstSeconds: 2 }

/** Failures at one account, from wherever, that make it one under attack. */
export const ATTACK_FAILURES = 100
const MAX_DELAY_SECONDS = 900
/** After a day without failures a count starts again. */
const FORGET_AFTER = sql`interval '1 day'`
/** In the past: two processors' clocks may differ by more than two tries at once do. */
const NO_DELAY = sql`-1`

type Try = { email: string; clientIp: string | null }

/**
 * Counts a try before the password is checked, so that concurrent guesses cannot exceed the limit. Refuses with the
 * seconds to wait during the delay of this account and network, or of this network.
 */
export async function countSignInTry(ctx: WorkerCtx, input: Try): Promise<void> {
  const terms = (await isUnderAttack(ctx, input)) && !(await isFamiliar(ctx, input)) ? TERMS_UNDER_ATTACK : TERMS
  await countOne(ctx, pairKey(input), terms)
  if (input.clientIp) await countOne(ctx, networkKey(input.clientIp), TERMS_OF_NETWORK)
  await countOne(ctx, accountKey(input.email), null)
}

/**
 * Counts a request for a link to set a password, and refuses as `countSignInTry` does. Counts of sign-ins stay as they
 * are.
 */
export async function countResetTry(ctx: WorkerCtx, input: Try): Promise<void> {
  await countOne(ctx, `reset:${pairKey(input)}`, TERMS_OF_RESETS)
  if (input.clientIp) await countOne(ctx, `reset:${networkKey(input.clientIp)}`, TERMS_OF_NETWORK_RESETS)
  await countOne(ctx, `reset:${accountKey(input.email)}`, TERMS_OF_ACCOUNT_RESETS)
}

/** Counts a challenge for a sign-in by passkey, and refuses as `countSignInTry` does. */
export async function countChallenge(ctx: WorkerCtx, clientIp: string | null): Promise<void> {
  if (clientIp) await countOne(ctx, `challenge:${networkKey(clientIp)}`, TERMS_OF_CHALLENGES)
}

/** A sign-in by passkey uncounts its challenge. */
export async function forgiveChallenge({ db }: WorkerCtx, clientIp: string | null): Promise<void> {
  if (clientIp) await uncountOne(db, `challenge:${networkKey(clientIp)}`)
}

/** Counts a code of a second factor before it is checked, and refuses as `countSignInTry` does. */
export async function countCodeTry(ctx: WorkerCtx, userId: string): Promise<void> {
  await countOne(ctx, `code:${userId}`, TERMS_OF_CODES)
}

/** A right code clears the person's count. */
export async function forgiveCodeTry({ db }: WorkerCtx, userId: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.key, `code:${userId}`))
}

/**
 * A success clears the account's count of this network; elsewhere only its own try is uncounted, since others may be
 * guessing.
 */
export async function forgiveSignInTry({ db }: WorkerCtx, input: Try): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.key, pairKey(input)))
  for (const key of [accountKey(input.email), ...(input.clientIp ? [networkKey(input.clientIp)] : [])]) {
    await uncountOne(db, key)
  }
}

async function uncountOne(db: WorkerCtx['db'], key: string): Promise<void> {
  await db
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
    .where(eq(signInFailures.key, key))
}

async function isUnderAttack({ db }: WorkerCtx, { email }: Try): Promise<boolean> {
  const [row] = await db
    .select({ failures: signInFailures.failures })
    .from(signInFailures)
    .where(
      and(
        eq(signInFailures.key, accountKey(email)),
        gt(signInFailures.updatedAt, sql`clock_timestamp() - ${FORGET_AFTER}`),
      ),
    )
  return (row?.failures ?? 0) >= ATTACK_FAILURES
}

/** Whether the account was signed in to from this network before. */
async function isFamiliar({ db }: WorkerCtx, { email, clientIp }: Try): Promise<boolean> {
  if (!clientIp) return false
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), sql`${sessions.ip} <<= ${networkOf(clientIp)}::cidr`))
    .limit(1)
  return session !== undefined
}

/** Without limits there is no delay. */
async function countOne({ db }: WorkerCtx, key: string, terms: Terms | null): Promise<void> {
  const failures = sql`(case when ${signInFailures.updatedAt} < clock_timestamp() - ${FORGET_AFTER} then 1
    else ${signInFailures.failures} + 1 end)`
  const [counted] = await db
    .insert(signInFailures)
    .values({ key, failures: 1, blockedUntil: after(delayOf(sql`1`, terms)), updatedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: { failures, blockedUntil: after(delayOf(failures, terms)), updatedAt: sql`clock_timestamp()` },
      setWhere: terms ? sql`${signInFailures.blockedUntil} <= clock_timestamp()` : undefined,
    })
    .returning({ key: signInFailures.key })
  if (counted) return
  const [row] = await db
    .select({
      waitMs: sql<number>`extract(epoch from ${signInFailures.blockedUntil} - clock_timestamp())::float8 * 1000`,
    })
    .from(signInFailures)
    .where(eq(signInFailures.key, key))
  const retryAfter = Math.max(1, Math.ceil((row?.waitMs ?? 1_000) / 1_000))
  throw new ApiError('rate_limited', `Too many attempts. Try again in ${inWords(retryAfter)}.`, { retryAfter })
}

type Sql = ReturnType<typeof sql>

function after(seconds: Sql): Sql {
  return sql`clock_timestamp() + ${seconds} * interval '1 second'`
}

function delayOf(failures: Sql, terms: Terms | null): Sql {
  if (!terms) return NO_DELAY
  const { free, firstSeconds } = terms
  return sql`(case when ${failures} <= ${free}::int then ${NO_DELAY}
    else least(${firstSeconds}::int * power(2, least(${failures} - ${free}::int - 1, 20)), ${MAX_DELAY_SECONDS}::int) end)`
}

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second'
  if (seconds < 120) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

function accountKey(email: string): string {
  return `account:${createHash('sha256').update(email).digest('hex')}`
}

function networkKey(clientIp: string): string {
  return `address:${networkOf(clientIp)}`
}

/** If the address is unknown, all clients share one network. */
function pairKey({ email, clientIp }: Try): string {
  return `${accountKey(email)}:${clientIp ? networkOf(clientIp) : 'unknown'}`
}

/** The network of an address: its /64 for IPv6, since one line has as many addresses below that as it likes. */
function networkOf(clientIp: string): string {
  const address = ipaddr.process(clientIp)
  if (address.kind() === 'ipv4') return `${address}/32`
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}
