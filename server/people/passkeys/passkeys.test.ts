import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { auditLog, mailMessages, passkeyChallenges, passkeys, sessions } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import { MAX_PASSKEYS } from '@/schemas/people/words'
import { inAccount, type OperatorCtx, type WorkerCtx, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { removeFactor, resetFactor } from '@/server/people/factors/remove-factor'
import { findPerson } from '@/server/people/find-person'
import { addSoftwarePasskey } from '@/server/testing/add-software-passkey'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { addFactor } from '@/server/testing/second-factor'
import { newSoftwarePasskey } from '@/server/testing/software-passkey'
import { addPasskey } from './add-passkey'
import { beginPasskey } from './begin-passkey'
import { CHALLENGE_MS, pruneChallenges } from './challenges'
import { findRelyingParty } from './relying-party'
import { removePasskey } from './remove-passkey'

openDatabase()
let owner: PortalCaller
let person: Person

beforeEach(async () => {
  const { businessId } = await createTenant()
  owner = await newPortalCaller({ businessId, role: 'owner' })
  person = await personOf(owner)
})

async function personOf({ sessionToken }: PortalCaller): Promise<Person> {
  const found = await findPerson(workerCtx(), sessionToken)
  if (!found) throw new Error('nobody is signed in')
  return found
}

function as<T>({ id, name }: Person, work: (ctx: OperatorCtx) => Promise<T>): Promise<T> {
  return inAccount({ actor: { type: 'user', id, name }, requestId: newId() }, work)
}

function later(ms: number): WorkerCtx {
  return { ...workerCtx(), now: () => new Date(Date.now() + ms) }
}

type Attestation = Parameters<typeof addPasskey>[1]['attestation']
const add = (attestation: Attestation, by = person) =>
  as(by, (ctx) => addPasskey(ctx, { person: by, name: 'Laptop', attestation }))
const own = () => workerCtx().db.select().from(passkeys).where(eq(passkeys.userId, owner.personId))
const idOf = async () => (await own())[0]?.id ?? ''
const REFUSED = 'This passkey was not added'

test('adds a passkey, with recovery codes for the first second factor, and says so', async () => {
  const other = await owner.openSession()
  const { recoveryCodes } = await addSoftwarePasskey(owner.sessionToken)
  expect(recoveryCodes).toHaveLength(10)
  expect(await own()).toMatchObject([
    { name: 'Laptop', isSyncable: true, isBackedUp: true, counter: 0, transports: ['hybrid', 'internal'] },
  ])
  expect(await personOf(owner)).toMatchObject({ hasFactor: true })
  const [ended] = await workerCtx().db.select().from(sessions).where(eq(sessions.id, other))
  expect(ended?.revokedAt).not.toBeNull()
  const ofPerson = and(eq(auditLog.target, owner.personId), eq(auditLog.action, 'person.passkey_added'))
  expect(await workerCtx().db.$count(auditLog, ofPerson)).toBe(1)
  const mails = await workerCtx().db.select().from(mailMessages).where(eq(mailMessages.toAddress, owner.email))
  expect(mails.map(({ subject }) => subject)).toEqual(['A passkey was added to your account'])
  expect((await addSoftwarePasskey(owner.sessionToken)).recoveryCodes).toBeNull()
})

test('knows a passkey that never leaves its device', async () => {
  await addSoftwarePasskey(owner.sessionToken, { isCounting: true })
  expect(await own()).toMatchObject([{ isSyncable: false, isBackedUp: false, counter: 1 }])
})

test.each([
  ['of another site', { origin: 'https://slipway.example' }],
  ['for another relying party', { rpId: 'example.com' }],
  ['that did not verify its user', { isVerified: false }],
])('adds no passkey %s', async (_what, forged) => {
  const options = await beginPasskey(workerCtx(), person)
  await expect(add(newSoftwarePasskey().attest(options, forged))).rejects.toThrow(REFUSED)
  // The challenge is used up by the wrong answer.
  await expect(add(newSoftwarePasskey().attest(options))).rejects.toThrow(REFUSED)
  expect(await own()).toEqual([])
})

test('takes a challenge once, of the person it was made for, and for five minutes', async () => {
  const options = await beginPasskey(workerCtx(), person)
  const thief = await personOf(await newPortalCaller({ platformRole: 'support' }))
  await expect(add(newSoftwarePasskey().attest(options), thief)).rejects.toThrow(REFUSED)
  const both = await Promise.allSettled([
    add(newSoftwarePasskey().attest(options)),
    add(newSoftwarePasskey().attest(options)),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const late = newSoftwarePasskey().attest(await beginPasskey(later(-CHALLENGE_MS), person))
  await expect(add(late)).rejects.toThrow(REFUSED)
  expect(await own()).toHaveLength(1)
})

test('adds a passkey to one person only', async () => {
  const passkey = newSoftwarePasskey()
  await add(passkey.attest(await beginPasskey(workerCtx(), person)))
  const thief = await personOf(await newPortalCaller({ platformRole: 'support' }))
  const again = passkey.attest(await beginPasskey(workerCtx(), thief))
  await expect(add(again, thief)).rejects.toThrow('This passkey was added before.')
})

test(`lets a person have ${MAX_PASSKEYS}, also of two added at once`, async () => {
  const row = (at: number) => ({
    ...{ userId: owner.personId, name: `${at}`, credentialId: newId(), publicKey: new Uint8Array(1), counter: 0 },
    ...{ transports: [], isSyncable: false, isBackedUp: false },
  })
  await workerCtx()
    .db.insert(passkeys)
    .values(Array.from({ length: MAX_PASSKEYS - 1 }, (_, at) => row(at)))
  const answers = [await beginPasskey(workerCtx(), person), await beginPasskey(workerCtx(), person)]
  const both = await Promise.allSettled(answers.map((options) => add(newSoftwarePasskey().attest(options))))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(beginPasskey(workerCtx(), person)).rejects.toThrow(`You have ${MAX_PASSKEYS} passkeys already`)
})

test('removes a passkey of the person alone, and recovery codes with the last second factor', async () => {
  await addSoftwarePasskey(owner.sessionToken)
  const passkeyId = await idOf()
  const thief = await personOf(await newPortalCaller({ platformRole: 'support' }))
  await expect(as(thief, (ctx) => removePasskey(ctx, { person: thief, passkeyId }))).rejects.toThrow('not found')
  await as(person, (ctx) => removePasskey(ctx, { person, passkeyId }))
  expect(await own()).toEqual([])
  expect(await personOf(owner)).toMatchObject({ hasFactor: false })
})

test('keeps the last second factor of a person who has to have one, whichever it is', async () => {
  const operator = await newPortalCaller({ platformRole: 'operator' })
  const staff = await personOf(operator)
  await addSoftwarePasskey(operator.sessionToken)
  await addFactor(operator.personId)
  const [row] = await workerCtx().db.select().from(passkeys).where(eq(passkeys.userId, operator.personId))
  const remove = () => as(staff, (ctx) => removePasskey(ctx, { person: staff, passkeyId: row?.id ?? '' }))
  const removeApp = () => as(staff, (ctx) => removeFactor(ctx, staff))
  env().SECOND_FACTORS = 'required'
  try {
    // Both at once: one of them is the last.
    const both = await Promise.allSettled([remove(), removeApp()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await personOf(operator)).toMatchObject({ hasFactor: true })
  } finally {
    env().SECOND_FACTORS = 'optional'
  }
})

test('a reset removes passkeys too', async () => {
  await addSoftwarePasskey(owner.sessionToken)
  await as(person, (ctx) => resetFactor(ctx, { personId: owner.personId }))
  expect(await own()).toEqual([])
})

test('forgets challenges that nobody answered in time', async () => {
  await beginPasskey(later(-CHALLENGE_MS - 1), person)
  await beginPasskey(workerCtx(), person)
  expect(await pruneChallenges(workerCtx())).toBeGreaterThanOrEqual(1)
  const left = eq(passkeyChallenges.holder, person.sessionId)
  expect(await workerCtx().db.$count(passkeyChallenges, left)).toBe(1)
})

test('is made for the host name of BASE_URL', async () => {
  const before = env().BASE_URL
  const partyAt = (url: string) => {
    env().BASE_URL = url
    return findRelyingParty()
  }
  try {
    expect(partyAt('https://pay.example.com')).toEqual({ id: 'pay.example.com', origin: 'https://pay.example.com' })
    expect(partyAt('http://127.0.0.1:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
    expect(partyAt('https://203.0.113.7')).toBeNull()
    await expect(beginPasskey(workerCtx(), person)).rejects.toThrow('Passkeys need a host name')
  } finally {
    env().BASE_URL = before
  }
})
