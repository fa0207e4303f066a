import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { sessions, signInFailures, users } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { ATTACK_FAILURES, countSignInTry, forgiveSignInTry } from './sign-in-delay'

const OWNERS = '203.0.113.7'
const DAY_SECONDS = 86_400

openDatabase()

/** Seconds to wait, 0 if the password is looked at. */
async function guess(email: string, clientIp: string | null): Promise<number> {
  const refusal: unknown = await countSignInTry(workerCtx(), { email, clientIp }).then(
    () => null,
    (error: unknown) => error,
  )
  if (refusal === null) return 0
  if (refusal instanceof ApiError && refusal.code === 'rate_limited') return refusal.retryAfter ?? 0
  throw refusal
}

/** Guesses whose password is checked during that time, each made as soon as it is allowed. */
async function guessesWithin(seconds: number, email: () => string, clientIp: string): Promise<number> {
  let count = 0
  for (let passed = 0; passed <= seconds; ) {
    const waitSeconds = await guess(email(), clientIp)
    if (waitSeconds === 0) count++
    passed += waitSeconds
    await pass(waitSeconds)
  }
  return count
}

/** Lets time pass for the counts: they go by the clock of Postgres. */
async function pass(seconds: number): Promise<void> {
  const moved = sql`interval '1 second' * ${seconds}`
  await workerCtx()
    .db.update(signInFailures)
    .set({
      blockedUntil: sql`${signInFailures.blockedUntil} - ${moved}`,
      updatedAt: sql`${signInFailures.updatedAt} - ${moved}`,
    })
}

function newAccount(): string {
  return `${v7()}@example.test`
}

let owners = 0
/** A network that nobody has tried to sign in from: counts of a network last from one case to the next. */
function newNetwork(): string {
  owners += 1
  return `192.0.${owners >> 8}.${owners & 255}`
}

function networkNumber(number: number): string {
  return `198.51.${number >> 8}.${number & 255}`
}

test('whatever strangers try, from wherever, the owner gets in at once', async () => {
  const stranger = fc.record({ network: fc.integer({ min: 0, max: 5 }), isElsewhere: fc.boolean(), wait: fc.nat(5) })
  await fc.assert(
    fc.asyncProperty(fc.array(stranger, { minLength: 20, maxLength: 60 }), async (tries) => {
      const email = newAccount()
      for (const { network, isElsewhere, wait } of tries) {
        await guess(isElsewhere ? newAccount() : email, networkNumber(network))
        await pass(wait)
      }
      expect(await guess(email, newNetwork())).toBe(0)
    }),
    propertyRuns(4, 40),
  )
})

test('an owner on a journey gets in while hundreds of networks guess', async () => {
  const email = newAccount()
  for (let network = 0; network < ATTACK_FAILURES * 2; network++) await guess(email, networkNumber(network))
  expect(await guess(email, newNetwork())).toBe(0)
})

test('one network gets about a hundred guesses at an account a day', async () => {
  const email = newAccount()
  const count = await guessesWithin(DAY_SECONDS, () => email, networkNumber(600))
  expect(count).toBeGreaterThan(90)
  expect(count).toBeLessThan(115)
})

test('one network gets hardly more guesses when it spreads them over accounts', async () => {
  expect(await guessesWithin(DAY_SECONDS, newAccount, networkNumber(601))).toBeLessThan(130)
})

test('under attack each further network has one guess, then a minute, then two', async () => {
  const email = newAccount()
  for (let network = 0; network < ATTACK_FAILURES; network++) await guess(email, networkNumber(1_000 + network))
  const network = networkNumber(700)
  expect([await guess(email, network), await guess(email, network)]).toEqual([0, 60])
  await pass(60)
  expect([await guess(email, network), await guess(email, network)]).toEqual([0, 120])
})

test('under attack a network the owner knows keeps its free tries', async () => {
  const email = newAccount()
  const [user] = await workerCtx().db.insert(users).values({ email, name: 'Test', passwordHash: '-' }).returning()
  if (!user) throw new Error('the account was not made')
  const seen = { userId: user.id, lastSeenAt: new Date(), expiresAt: new Date() }
  await workerCtx()
    .db.insert(sessions)
    .values([
      { ...seen, tokenHash: v7(), ip: OWNERS },
      { ...seen, tokenHash: v7(), ip: '2001:db8:1:2::1' },
    ])
  for (let network = 0; network < ATTACK_FAILURES; network++) await guess(email, networkNumber(1_200 + network))
  for (const known of [OWNERS, '2001:db8:1:2:ffff::9']) {
    expect([await guess(email, known), await guess(email, known), await guess(email, known)]).toEqual([0, 0, 0])
  }
})

test('the addresses of one IPv6 line count as one network', async () => {
  const email = newAccount()
  const waits: number[] = []
  for (let host = 1; host <= 4; host++) waits.push(await guess(email, `2001:db8:7:7::${host}`))
  expect(waits).toEqual([0, 0, 0, 2])
  expect(await guess(email, '2001:db8:7:8::1')).toBe(0)
})

test('a success takes back what it counted and nothing of others', async () => {
  const email = newAccount()
  for (let tries = 0; tries < 4; tries++) await guess(email, networkNumber(800))
  await guess(email, OWNERS)
  await forgiveSignInTry(workerCtx(), { email, clientIp: OWNERS })
  expect(await guess(email, networkNumber(800))).toBeGreaterThan(0)
  expect([await guess(email, OWNERS), await guess(email, OWNERS), await guess(email, OWNERS)]).toEqual([0, 0, 0])
})
