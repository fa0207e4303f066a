import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { mailMessages, sessions, users } from '@/db/schema'
import type { PlatformRole } from '@/schemas/people/words'
import { inAccount, type WorkerCtx, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { changePassword } from './change-password'
import { findPerson } from './find-person'
import { hashPassword } from './password'
import { revokeOtherSessions, revokeSessionToken } from './revoke-session'
import { signIn } from './sign-in'

const PASSWORD = 'correct horse'
const MINUTE_MS = 60_000

openDatabase()

async function createUser(platformRole: PlatformRole | null = null): Promise<string> {
  const email = `${v7()}@example.test`
  await workerCtx()
    .db.insert(users)
    .values({ email, name: 'Test', passwordHash: await hashPassword(PASSWORD), platformRole })
  return email
}

function tryIn(email: string, password = PASSWORD, clientIp: string | null = null): Promise<string> {
  return signIn(workerCtx(), { email, password, clientIp, userAgent: null })
}

function later(ms: number): WorkerCtx {
  return { ...workerCtx(), now: () => new Date(Date.now() + ms) }
}

async function refusal(attempt: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('the attempt was not refused')
}

test('opens a session that names the person', async () => {
  const email = await createUser()
  const person = await findPerson(workerCtx(), await tryIn(email))
  expect(person).toMatchObject({ email, platformRole: null, memberships: [] })
})

test('emails a sign-in with a browser and from an address that were never seen, but not the first', async () => {
  const email = await createUser()
  const from = (clientIp: string, userAgent: string) =>
    signIn(workerCtx(), { email, password: PASSWORD, clientIp, userAgent })
  const mailed = () => workerCtx().db.$count(mailMessages, eq(mailMessages.toAddress, email))
  await from('198.51.100.1', 'Firefox')
  await from('198.51.100.1', 'Chrome')
  await from('198.51.100.2', 'Firefox')
  expect(await mailed()).toBe(0)
  await from('203.0.113.9', 'Opera')
  expect(await mailed()).toBe(1)
})

test('stores no token that could be used', async () => {
  const token = await tryIn(await createUser())
  const rows = await workerCtx().db.select({ tokenHash: sessions.tokenHash }).from(sessions)
  expect(rows.map((row) => row.tokenHash)).not.toContain(token)
})

test('says the same for a wrong password, an unknown account and a switched-off one', async () => {
  const known = await createUser()
  const off = await createUser()
  await workerCtx().db.update(users).set({ isActive: false }).where(eq(users.email, off))
  const refusals = [
    await refusal(tryIn(known, 'wrong')),
    await refusal(tryIn('nobody@example.test')),
    await refusal(tryIn(off)),
  ]
  for (const error of refusals)
    expect(error).toMatchObject({ code: 'unauthenticated', message: 'Email or password is wrong.' })
})

test('makes each further failure of an account wait longer, also with the right password', async () => {
  const email = await createUser()
  for (let failures = 0; failures < 3; failures++) await refusal(tryIn(email, 'wrong'))
  const blocked = await refusal(tryIn(email))
  expect(blocked.code).toBe('rate_limited')
  expect(blocked.retryAfter).toBe(2)
  expect(blocked.message).toBe('Too many attempts. Try again in 2 seconds.')
})

test('lets a burst of guesses have no more tries than guesses one by one', async () => {
  const email = await createUser()
  const guesses = await Promise.all(Array.from({ length: 12 }, () => refusal(tryIn(email, 'wrong'))))
  expect(guesses.filter((error) => error.code === 'unauthenticated').length).toBe(3)
})

test('blocks an address that guesses at many accounts', async () => {
  const clientIp = '198.51.100.77'
  for (let guess = 0; guess < 20; guess++) await refusal(tryIn(`guess-${guess}@example.test`, 'wrong', clientIp))
  expect((await refusal(tryIn(await createUser(), PASSWORD, clientIp))).code).toBe('rate_limited')
  await expect(tryIn(await createUser(), PASSWORD, '198.51.100.78')).resolves.toBeTypeOf('string')
})

test('forgets the failures of an account once its person got in', async () => {
  const email = await createUser()
  await refusal(tryIn(email, 'wrong'))
  await refusal(tryIn(email, 'wrong'))
  await tryIn(email)
  await refusal(tryIn(email, 'wrong'))
  await expect(tryIn(email)).resolves.toBeTypeOf('string')
})

test('ends a session at once when it is signed out', async () => {
  const token = await tryIn(await createUser())
  await revokeSessionToken(workerCtx(), token)
  expect(await findPerson(workerCtx(), token)).toBeNull()
})

test('ends the other sessions of a person and keeps this one', async () => {
  const email = await createUser()
  const [here, there] = [await tryIn(email), await tryIn(email)]
  const person = await findPerson(workerCtx(), here)
  if (!person) throw new Error('the session does not work')
  expect(await revokeOtherSessions(workerCtx(), person)).toBe(1)
  expect(await findPerson(workerCtx(), here)).not.toBeNull()
  expect(await findPerson(workerCtx(), there)).toBeNull()
})

test.each([
  ['operator', 31],
  ['support', 31],
  [null, 12 * 60 + 1],
] as const)('lets the session of %s idle out after its time', async (platformRole, minutes) => {
  const token = await tryIn(await createUser(platformRole))
  expect(await findPerson(later(minutes * MINUTE_MS), token)).toBeNull()
})

test('keeps a session that is used, up to its longest life', async () => {
  const token = await tryIn(await createUser('operator'))
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    expect(await findPerson(later(minutes * MINUTE_MS), token)).not.toBeNull()
  }
  expect(await findPerson(later(12 * 60 * MINUTE_MS + 1_000), token)).toBeNull()
})

test('changes a password for whoever knows the present one, and ends the other sessions', async () => {
  const email = await createUser()
  const [here, there] = [await tryIn(email), await tryIn(email)]
  const person = await findPerson(workerCtx(), here)
  if (!person) throw new Error('the session does not work')
  const next = 'another long password'
  const who = { actor: { type: 'user', id: person.id, name: person.name }, requestId: 'test' } as const
  const change = (current: string) => inAccount(who, (ctx) => changePassword(ctx, { person, current, next }))
  const wrong = await refusal(change('wrong'))
  expect(wrong.errors).toEqual(['current: This is not your password.'])
  await change(PASSWORD)
  expect(await findPerson(workerCtx(), there)).toBeNull()
  expect(await findPerson(workerCtx(), here)).not.toBeNull()
  await expect(tryIn(email, next)).resolves.toBeTypeOf('string')
  expect((await refusal(tryIn(email))).code).toBe('unauthenticated')
})

test('refuses the person of a session as soon as the sign-in is switched off', async () => {
  await createTenant()
  const email = await createUser()
  const token = await tryIn(email)
  await workerCtx().db.update(users).set({ isActive: false }).where(eq(users.email, email))
  expect(await findPerson(workerCtx(), token)).toBeNull()
})
