import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { mailMessages, sessions, totpSecrets } from '@/db/schema'
import { CODE_NEEDED } from '@/schemas/people/words'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { findPerson } from '@/server/people/find-person'
import { signIn } from '@/server/people/sign-in'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { callPortal, mutatePortal, newPortalCaller, PASSWORD, type PortalCaller } from '@/server/testing/portal-caller'
import { addFactor } from '@/server/testing/second-factor'
import { codeAt } from './totp'

const STEP_MS = 30_000
const WRONG = 'The code is wrong, or it was used already.'
const key = () => crypto.randomUUID()

openDatabase()
let owner: PortalCaller

beforeEach(async () => {
  const { businessId } = await createTenant()
  owner = await newPortalCaller({ businessId, role: 'owner' })
})

function tryIn(code?: string, ctx: WorkerCtx = workerCtx()): Promise<string> {
  return signIn(ctx, { email: owner.email, password: PASSWORD, code, clientIp: null, userAgent: null })
}

/** The outcomes of concurrent tries: how many passed, and the answers to the others. */
async function outcomes(tries: Promise<unknown>[]): Promise<{ passed: number; refusals: unknown[] }> {
  const settled = await Promise.allSettled(tries)
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
  return { passed: settled.length - refusals.length, refusals }
}

test('opens no session before the code is right', async () => {
  const { code } = await addFactor(owner.personId)
  const before = await workerCtx().db.$count(sessions)
  await expect(tryIn()).rejects.toThrow(CODE_NEEDED)
  await expect(tryIn('000000')).rejects.toThrow(WRONG)
  expect(await workerCtx().db.$count(sessions)).toBe(before)
  const person = await findPerson(workerCtx(), await tryIn(code()))
  expect(person).toMatchObject({ id: owner.personId, hasFactor: true })
})

test('asks for no code while an app waits for its first one', async () => {
  await addFactor(owner.personId, { isPending: true })
  await expect(tryIn()).resolves.toBeTypeOf('string')
})

test('says nothing about a second factor to who does not know the password', async () => {
  await addFactor(owner.personId)
  const guess = { email: owner.email, password: 'wrong', clientIp: null, userAgent: null }
  await expect(signIn(workerCtx(), guess)).rejects.toThrow('Email or password is wrong.')
})

test('takes the codes of one step to either side, and of no other', async () => {
  const { secret } = await addFactor(owner.personId)
  const now = new Date()
  const at = (steps: number) => codeAt(secret, new Date(now.getTime() + steps * STEP_MS))
  const ctx = { ...workerCtx(), now: () => now }
  await expect(tryIn(at(-2), ctx)).rejects.toThrow(WRONG)
  await expect(tryIn(at(2), ctx)).rejects.toThrow(WRONG)
  await expect(tryIn(at(-1), ctx)).resolves.toBeTypeOf('string')
  await expect(tryIn(at(1), ctx)).resolves.toBeTypeOf('string')
  // An earlier code than the newest one used.
  await expect(tryIn(at(0), ctx)).rejects.toThrow(WRONG)
})

test('takes a code once, also of two who send it at once', async () => {
  const { code } = await addFactor(owner.personId)
  const same = code()
  expect(await outcomes([tryIn(same), tryIn(same)])).toEqual({ passed: 1, refusals: [WRONG] })
  await expect(tryIn(same)).rejects.toThrow(WRONG)
})

test('takes a recovery code once, also of two who send it at once, and emails it', async () => {
  const { recoveryCodes } = await addFactor(owner.personId)
  const [first = '', second = ''] = recoveryCodes
  expect(await outcomes([tryIn(first), tryIn(first)])).toEqual({ passed: 1, refusals: [WRONG] })
  await expect(tryIn(second.toLowerCase().replaceAll('-', ' '))).resolves.toBeTypeOf('string')
  const mails = await workerCtx()
    .db.select({ subject: mailMessages.subject })
    .from(mailMessages)
    .where(eq(mailMessages.toAddress, owner.email))
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('A recovery code was used'))
})

test('takes no recovery code of another person', async () => {
  await addFactor(owner.personId)
  const other = await newPortalCaller({ platformRole: 'support' })
  const { recoveryCodes } = await addFactor(other.personId)
  await expect(tryIn(recoveryCodes[0])).rejects.toThrow(WRONG)
})

test('slows guesses at codes, from wherever they come, and at once too', async () => {
  const { code } = await addFactor(owner.personId)
  const guesses = Array.from({ length: 12 }, (_, at) =>
    signIn(workerCtx(), {
      email: owner.email,
      password: PASSWORD,
      code: '000000',
      clientIp: `198.51.${at}.7`,
      userAgent: null,
    }),
  )
  const { passed, refusals } = await outcomes(guesses)
  expect({ passed, judged: refusals.filter((text) => text === WRONG).length }).toEqual({ passed: 0, judged: 6 })
  await expect(tryIn(code())).rejects.toThrow(/Too many attempts/)
})

test('enrols an app by its first code, and shows recovery codes once', async () => {
  const begun = await mutatePortal(owner, { path: 'people.beginTotp', input: {}, key: key() })
  const { key: secret } = JSON.parse(begun.text).result.data.json
  const { Secret } = await import('otpauth')
  const bytes = Secret.fromBase32(secret).bytes
  const wrong = await mutatePortal(owner, { path: 'people.confirmTotp', input: { code: '000000' }, key: key() })
  expect(wrong).toMatchObject({ status: 400 })
  const code = codeAt(bytes, new Date())
  const done = await mutatePortal(owner, { path: 'people.confirmTotp', input: { code }, key: key() })
  expect(JSON.parse(done.text).result.data.json.recoveryCodes).toHaveLength(10)
  // The code that confirmed it is used up.
  await expect(tryIn(code)).rejects.toThrow(WRONG)
  const stored = await workerCtx().db.select().from(totpSecrets).where(eq(totpSecrets.userId, owner.personId))
  expect(Buffer.from(stored[0]?.secretSealed ?? []).includes(Buffer.from(bytes))).toBe(false)
})

test('keeps the working app until another proved itself, and confirms none of another person', async () => {
  const { code } = await addFactor(owner.personId)
  await addFactor(owner.personId, { isPending: true })
  const thief = await newPortalCaller({ platformRole: 'support' })
  const { code: foreign } = await addFactor(thief.personId, { isPending: true })
  const answer = await mutatePortal(owner, { path: 'people.confirmTotp', input: { code: foreign() }, key: key() })
  expect(answer.status).toBe(400)
  await expect(tryIn(code())).resolves.toBeTypeOf('string')
})

test('is not removed without a fresh proof', async () => {
  const { code } = await addFactor(owner.personId)
  await workerCtx()
    .db.update(sessions)
    .set({ verifiedAt: new Date(0) })
    .where(eq(sessions.id, owner.sessionId))
  const remove = () => mutatePortal(owner, { path: 'people.removeFactor', input: {}, key: key() })
  expect(await remove()).toMatchObject({ status: 403, text: expect.stringContaining('"proof":"code"') })
  const prove = (input: object) => mutatePortal(owner, { path: 'people.verify', input, key: key() })
  // The password alone is no proof where there is a second factor.
  expect(await prove({ password: PASSWORD })).toMatchObject({ status: 400 })
  expect(await prove({ code: code() })).toMatchObject({ status: 200 })
  expect(await remove()).toMatchObject({ status: 200 })
  await expect(tryIn()).resolves.toBeTypeOf('string')
})

test('lets staff without a second factor do nothing but add one, where it is required', async () => {
  const operator = await newPortalCaller({ platformRole: 'operator' })
  env().SECOND_FACTORS = 'required'
  try {
    const list = () => callPortal(operator, { method: 'GET', path: 'businesses.list?input=%7B%22json%22%3A%7B%7D%7D' })
    expect(await list()).toMatchObject({
      status: 403,
      text: expect.stringContaining('required to have a second factor'),
    })
    expect(await callPortal(operator, { method: 'GET', path: 'people.getFactor' })).toMatchObject({ status: 200 })
    await addFactor(operator.personId)
    expect((await list()).text).not.toContain('required to have a second factor')
    const removed = await mutatePortal(operator, { path: 'people.removeFactor', input: {}, key: key() })
    expect(removed.status).toBe(403)
  } finally {
    env().SECOND_FACTORS = 'optional'
  }
})
