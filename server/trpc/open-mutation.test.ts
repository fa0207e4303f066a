import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import superjson from 'superjson'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { apiKeys, idempotencyKeys, ledgerJournals } from '@/db/schema'
import { pruneStoredAnswers, STORED_ANSWER_MS } from '@/server/api/prune-stored-answers'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { allowKeys } from '@/server/projects/allow-keys'
import { MESSAGES } from '@/server/refusals/messages'
import { anyOperator } from '@/server/testing/any-operator'
import { type MutationWorld, newMutationWorld } from '@/server/testing/mutation-world'
import { openDatabase } from '@/server/testing/open-database'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { setRate } from '@/server/testing/set-rate'
import { openMutation } from './open-mutation'

openDatabase()
let world: MutationWorld
beforeEach(async () => {
  world = await newMutationWorld('http://127.0.0.1:1')
  await setRate()
  const { businessId, projectId } = world
  // An owner rotates keys, so there may be a first pair.
  await inOperator(anyOperator(), (ctx) => allowKeys({ ...ctx, businessId, projectId }))
})
afterEach(() => vi.useRealTimers())

const credit = (key: string, amountUsd = '10.00', as: PortalCaller = world.operator) => {
  const input = { businessId: world.businessId, amountUsd, reason: 'welcome' }
  return mutatePortal(as, { path: 'ledger.credit', input, key })
}
const rotate = (key: string) =>
  mutatePortal(world.owner, { path: 'keys.rotate', input: { projectId: world.projectId, overlapHours: 24 }, key })

async function creditsOf({ businessId }: MutationWorld): Promise<number> {
  const rows = await workerCtx().db.select().from(ledgerJournals).where(eq(ledgerJournals.businessId, businessId))
  return rows.length
}
async function keysOf({ projectId }: MutationWorld): Promise<number> {
  return (await workerCtx().db.select().from(apiKeys).where(eq(apiKeys.projectId, projectId))).length
}

const pair = z.object({ live: z.object({ key: z.string() }), test: z.object({ key: z.string() }) })
const answer = z.object({ result: z.object({ data: z.unknown() }) })
function pairOf(text: string): z.output<typeof pair> {
  return pair.parse(superjson.deserialize(z.any().parse(answer.parse(JSON.parse(text)).result.data)))
}

test('one key is one credit; the next dialog’s key is another one', async () => {
  const key = randomUUID()
  expect((await credit(key)).text).toBe((await credit(key)).text)
  expect(await creditsOf(world)).toBe(1)
  await credit(randomUUID())
  expect(await creditsOf(world)).toBe(2)
})

test('a key that was used is refused with other contents, and nothing is done', async () => {
  const key = randomUUID()
  await credit(key, '10.00')
  const other = await credit(key, '11.00')
  expect(other).toMatchObject({ status: 409 })
  expect(other.text).toContain(MESSAGES.mutationChanged)
  expect(await creditsOf(world)).toBe(1)
})

test('a refusal leaves the key free for what is sent next', async () => {
  const key = randomUUID()
  expect(await credit(key, '-1')).toMatchObject({ status: 400 })
  expect(await credit(key, '10.00')).toMatchObject({ status: 200 })
  expect(await creditsOf(world)).toBe(1)
})

test('a key means nothing in the hands of another person, and nothing for another act', async () => {
  const key = randomUUID()
  await credit(key)
  const colleague = await newPortalCaller({ platformRole: 'operator' })
  expect(await credit(key, '10.00', colleague)).toMatchObject({ status: 200 })
  expect(await creditsOf(world)).toBe(2)
  const name = {
    path: 'businesses.create',
    input: { name: 'Another', ownerName: 'Ada', ownerEmail: 'ada@example.test' },
    key,
  }
  expect(await mutatePortal(world.operator, name)).toMatchObject({ status: 200 })
})

test('whoever lost the answer sees the same pair of keys again, and it is the one that lives', async () => {
  const key = randomUUID()
  const [first, second] = [await rotate(key), await rotate(key)]
  expect(pairOf(second.text)).toEqual(pairOf(first.text))
  expect(await keysOf(world)).toBe(2)
})

test('an owner who lost the answer to a transfer of ownership gets it again as a developer, who may transfer nothing', async () => {
  const { personId: userId } = await world.member()
  const transfer = (key: string, to = userId) =>
    mutatePortal(world.owner, {
      path: 'team.transferOwnership',
      input: { projectId: world.projectId, userId: to },
      key,
    })
  const key = randomUUID()
  const first = await transfer(key)
  expect(first).toMatchObject({ status: 200 })
  expect(await transfer(key)).toMatchObject({ status: 200, text: first.text })
  expect(await transfer(key, randomUUID())).toMatchObject({ status: 409 })
  expect(await transfer(randomUUID())).toMatchObject({ status: 403 })
})

test('what is stored opens for nobody without the key: no secret, no key, no password that could be guessed', async () => {
  const key = randomUUID()
  const { live, test: testKey } = pairOf((await rotate(key)).text)
  const rows = await workerCtx()
    .db.select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.businessId, world.businessId))
  expect(rows).toHaveLength(1)
  const stored = JSON.stringify(rows)
  const sealed = z.object({ sealed: z.base64() }).parse(rows[0]?.responseBody).sealed
  for (const text of [stored, Buffer.from(sealed, 'base64').toString('latin1')]) {
    for (const secret of [live.key, testKey.key, key]) expect(text).not.toContain(secret)
  }
  expect(rows[0]).toMatchObject({ environment: 'portal', responseBody: { sealed: expect.any(String) } })
})

test('past its time a repetition is told that it was done, changes nothing, and the answer is gone from the table', async () => {
  const key = randomUUID()
  await rotate(key)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STORED_ANSWER_MS + 1_000 })
  const late = await rotate(key)
  expect(late).toMatchObject({ status: 409 })
  expect(late.text).toContain(MESSAGES.mutationDone)
  await pruneStoredAnswers(workerCtx())
  const rows = await workerCtx()
    .db.select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.businessId, world.businessId))
  expect(rows).toMatchObject([{ responseBody: null }])
  expect(await rotate(key)).toMatchObject({ status: 409 })
  expect(await keysOf(world)).toBe(2)
})

test('between processes the row decides: transactions side by side, without taking turns', async () => {
  const { businessId, projectId, owner } = world
  const person = {
    id: owner.personId,
    sessionId: owner.sessionId,
    name: 'Test Person',
    email: 'person@example.test',
    platformRole: null,
    hasFactor: false,
    verifiedAt: new Date(),
    memberships: [],
  }
  const ctx = { person, requestId: 'test', clientIp: null, origin: null, host: null, idempotencyKey: randomUUID() }
  const actor = { type: 'user', id: owner.personId, name: 'Test Person' } as const
  const tenant = { businessId, projectId, actor, requestId: 'test' }
  const process = async () => {
    const mutation = await openMutation(
      { type: 'mutation', path: 'keys.rotate', ctx, getRawInput: async () => ({}) },
      tenant,
    )
    return inTenant(tenant, (own) =>
      mutation.once(own, async () => ({
        ok: true,
        data: await rotateKeyPair({ ...own, projectId }, { overlapHours: 24 }),
      })),
    )
  }
  const results = await Promise.all([process(), process(), process(), process()])
  expect(new Set(results.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(await keysOf(world)).toBe(2)
})
