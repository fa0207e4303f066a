import { createHash } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, mailMessages, passkeys, sessions, signInFailures, users } from '@/db/schema'
import { CODE_NEEDED } from '@/schemas/people/words'
import { inAccount, type WorkerCtx, workerCtx } from '@/server/ctx'
import { verifyPerson } from '@/server/people/factors/verify-person'
import { findPerson } from '@/server/people/find-person'
import { signIn } from '@/server/people/sign-in'
import { addSoftwarePasskey } from '@/server/testing/add-software-passkey'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, PASSWORD, type PortalCaller } from '@/server/testing/portal-caller'
import { propertyRuns } from '@/server/testing/proof'
import { newSoftwarePasskey, type SoftwarePasskey } from '@/server/testing/software-passkey'
import { beginPasskeyProof, beginPasskeySignIn } from './begin-passkey'
import { CHALLENGE_MS } from './challenges'
import { signInWithPasskey } from './sign-in-with-passkey'
import { recordPasskeyUse } from './take-passkey'

const REFUSED = 'This passkey was not accepted. Try again, or use another way.'
const FROM = { clientIp: null, userAgent: null }

openDatabase()
let owner: PortalCaller
let passkey: SoftwarePasskey

beforeEach(async () => {
  const { businessId } = await createTenant()
  owner = await newPortalCaller({ businessId, role: 'owner' })
  passkey = (await addSoftwarePasskey(owner.sessionToken)).passkey
})

type Forged = Parameters<SoftwarePasskey['assert']>[1]

async function answerOf(by: SoftwarePasskey = passkey, forged: Forged = {}, ctx: WorkerCtx = workerCtx()) {
  const { ticket, options } = await beginPasskeySignIn(ctx, { clientIp: null })
  return { ticket, assertion: by.assert(options, forged) }
}

const enter = (answer: Awaited<ReturnType<typeof answerOf>>) => signInWithPasskey(workerCtx(), { ...answer, ...FROM })
const byPassword = (given: Partial<Parameters<typeof signIn>[1]> = {}) =>
  signIn(workerCtx(), { email: owner.email, password: PASSWORD, ...FROM, ...given })
const ofOwner = () => eq(passkeys.userId, owner.personId)

test('signs in by a passkey alone, with a fresh proof', async () => {
  const now = Date.now()
  const person = await findPerson(workerCtx(), await enter(await answerOf()))
  expect(person).toMatchObject({ id: owner.personId, hasFactor: true })
  expect(person?.verifiedAt?.getTime()).toBeGreaterThanOrEqual(now)
  const [row] = await workerCtx().db.select().from(passkeys).where(ofOwner())
  expect(row?.lastUsedAt).not.toBeNull()
})

test('says the same for every answer that is wrong, and opens no session', async () => {
  const stranger = await newPortalCaller({ platformRole: 'support' })
  const wrong = [
    answerOf(newSoftwarePasskey()),
    answerOf(passkey, { origin: 'https://slipway.example' }),
    answerOf(passkey, { rpId: 'example.com' }),
    answerOf(passkey, { isVerified: false }),
    answerOf(passkey, { userHandle: Buffer.from(stranger.personId).toString('base64url') }),
    answerOf(passkey, {}, { ...workerCtx(), now: () => new Date(Date.now() - CHALLENGE_MS) }),
    answerOf().then((answer) => ({ ...answer, ticket: 'A'.repeat(43) })),
    answerOf().then(({ ticket, assertion }) => ({ ticket, assertion: { ...assertion, id: 'AAAA', rawId: 'AAAA' } })),
    answerOf().then(({ ticket }) => ({ ticket, assertion: passkey.assert({ challenge: 'A'.repeat(43) }) })),
  ]
  const before = await workerCtx().db.$count(sessions)
  for (const answer of wrong) {
    await workerCtx().db.delete(signInFailures)
    await expect(enter(await answer)).rejects.toMatchObject({ code: 'unauthenticated', message: REFUSED })
  }
  expect(await workerCtx().db.$count(sessions)).toBe(before)
})

test('takes an answer once, also of two who send it at once', async () => {
  const answer = await answerOf()
  const both = await Promise.allSettled([enter(answer), enter(answer)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(enter(answer)).rejects.toThrow(REFUSED)
})

/** Lets the delays of all counts under these keys last. */
async function block(prefix: string): Promise<number> {
  const blockedUntil = new Date(Date.now() + 3_600_000)
  const ofPrefix = like(signInFailures.key, `${prefix}%`)
  return (await workerCtx().db.update(signInFailures).set({ blockedUntil }).where(ofPrefix).returning()).length
}

test('counts wrong answers with wrong passwords', async () => {
  await expect(enter(await answerOf(passkey, { isVerified: false }))).rejects.toThrow(REFUSED)
  expect(await block(`account:${createHash('sha256').update(owner.email).digest('hex')}`)).toBe(2)
  await expect(enter(await answerOf())).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(byPassword()).rejects.toMatchObject({ code: 'rate_limited' })
})

test('slows a network that begins sign-ins and ends none', async () => {
  const begin = () => beginPasskeySignIn(workerCtx(), { clientIp: '198.51.100.201' })
  await begin()
  expect(await block('challenge:address:198.51.100.201/')).toBe(1)
  await expect(begin()).rejects.toMatchObject({ code: 'rate_limited' })
})

test('signs nobody in with a passkey that was removed, or for a person who is switched off', async () => {
  const off = await answerOf()
  await workerCtx().db.update(users).set({ isActive: false }).where(eq(users.id, owner.personId))
  await expect(enter(off)).rejects.toThrow(REFUSED)
  await workerCtx().db.update(users).set({ isActive: true }).where(eq(users.id, owner.personId))
  const removed = await answerOf()
  await workerCtx().db.delete(passkeys).where(ofOwner())
  await expect(enter(removed)).rejects.toThrow(REFUSED)
})

test('refuses a counter that goes back, and warns of a copy', async () => {
  const { passkey: counting } = await addSoftwarePasskey(owner.sessionToken, { isCounting: true })
  await enter(await answerOf(counting, { counter: 7 }))
  await expect(enter(await answerOf(counting, { counter: 7 }))).rejects.toThrow(REFUSED)
  await expect(enter(await answerOf(counting, { counter: 0 }))).rejects.toThrow(REFUSED)
  const warned = and(eq(auditLog.target, owner.personId), eq(auditLog.action, 'person.passkey_copied'))
  expect(await workerCtx().db.$count(auditLog, warned)).toBe(2)
  const subject = 'A passkey of your account may have been copied'
  const mailed = and(eq(mailMessages.toAddress, owner.email), eq(mailMessages.subject, subject))
  expect(await workerCtx().db.$count(mailMessages, mailed)).toBe(2)
})

test('keeps the newest counter, in whichever order answers are noted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 6 }), async (counters) => {
      await workerCtx().db.update(passkeys).set({ counter: 0 }).where(ofOwner())
      const [row] = await workerCtx().db.select({ id: passkeys.id }).from(passkeys).where(ofOwner())
      const about = { id: row?.id ?? '', userId: owner.personId, isBackedUp: true }
      const used = await Promise.all(
        counters.map(async (counter) =>
          (await recordPasskeyUse(workerCtx(), { ...about, counter })) ? counter : null,
        ),
      )
      const taken = used.filter((counter) => counter !== null && counter > 0)
      expect(new Set(taken).size).toBe(taken.length)
      const [after] = await workerCtx().db.select({ counter: passkeys.counter }).from(passkeys).where(ofOwner())
      expect(after?.counter).toBe(Math.max(...counters))
    }),
    propertyRuns(10),
  )
})

test('is the second factor after a password', async () => {
  await expect(byPassword()).rejects.toThrow(CODE_NEEDED)
  await expect(byPassword({ passkey: await answerOf(newSoftwarePasskey()) })).rejects.toThrow(REFUSED)
  const stranger = await newPortalCaller({ platformRole: 'support' })
  const { passkey: foreign } = await addSoftwarePasskey(stranger.sessionToken)
  await expect(byPassword({ passkey: await answerOf(foreign) })).rejects.toThrow(REFUSED)
  const person = await findPerson(workerCtx(), await byPassword({ passkey: await answerOf() }))
  expect(person).toMatchObject({ id: owner.personId })
})

test('is a fresh proof in its own session', async () => {
  const person = await findPerson(workerCtx(), owner.sessionToken)
  const elsewhere = await findPerson(workerCtx(), await enter(await answerOf()))
  if (!person || !elsewhere) throw new Error('nobody is signed in')
  const prove = (assertion: ReturnType<SoftwarePasskey['assert']>) =>
    inAccount({ actor: { type: 'user', id: person.id, name: person.name }, requestId: person.id }, (ctx) =>
      verifyPerson(ctx, { person, code: null, passkey: assertion, password: undefined }),
    )
  const verified = async () => (await findPerson(workerCtx(), owner.sessionToken))?.verifiedAt?.getTime()
  await workerCtx()
    .db.update(sessions)
    .set({ verifiedAt: new Date(0) })
    .where(eq(sessions.id, person.sessionId))
  await expect(prove(passkey.assert(await beginPasskeyProof(workerCtx(), elsewhere)))).rejects.toThrow(REFUSED)
  // A challenge of a sign-in proves nothing to a session.
  await expect(prove((await answerOf()).assertion)).rejects.toThrow(REFUSED)
  expect(await verified()).toBe(0)
  await prove(passkey.assert(await beginPasskeyProof(workerCtx(), person)))
  expect(await verified()).toBeGreaterThan(0)
})
