import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { newWebhookSecret } from '@/server/projects/new-webhook-secret'
import { rotateWebhookSecret } from '@/server/projects/rotate-webhook-secret'
import { createTransactionRow, enqueueMessage, makeDue, readMessage } from '@/server/testing/messages'
import { as, openWebhookWorld, withPortalSecret, withRequestSecret } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from './dispatch'
import { rememberWebhookSecret } from './request-secrets'
import { signStandard } from './signature'

const world = openWebhookWorld()

const ownKey = (sourceId: string) => ({ source: 'transaction', sourceId, keySource: 'request' }) as const

async function deliver(request: Parameters<typeof enqueueMessage>[2] = {}) {
  const id = await enqueueMessage(world.owner, world.receiver.url, request)
  await dispatchWebhooks(workerCtx())
  return { id, visit: lastVisit() }
}

function lastVisit() {
  const visit = world.receiver.visits.at(-1)
  if (!visit) throw new Error('nothing arrived')
  return visit
}

test("the stock library verifies a delivery signed with the project's secret", async () => {
  const { visit } = await deliver()
  expect(withPortalSecret(world.owner.secret).verify(visit.body, visit.headers)).toEqual(JSON.parse(visit.body))
  expect(visit.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
})

test.each(['sixteen chars ok', 'ümläut ✓ '.repeat(3), 'whsec_looksLikeBase64ButIsRaw=='])(
  "and one signed with the request's own secret, as raw bytes: %s",
  async (secret) => {
    const { id: transactionId } = await createTransactionRow(world.owner)
    rememberWebhookSecret(transactionId, secret)
    const { id, visit } = await deliver(ownKey(transactionId))
    expect(withRequestSecret(secret).verify(visit.body, visit.headers)).toEqual(JSON.parse(visit.body))
    expect(() => withPortalSecret(world.owner.secret).verify(visit.body, visit.headers)).toThrow(/signature/i)
    expect(visit.headers['webhook-key']).toBeUndefined()
    expect((await readMessage(id)).attempts).toMatchObject([{ signedWith: 'request' }])
  },
)

test("a request's own secret of plain characters may be given to the library as it is", async () => {
  const { id: transactionId } = await createTransactionRow(world.owner)
  rememberWebhookSecret(transactionId, 'sixteen chars ok')
  const { visit } = await deliver(ownKey(transactionId))
  const library = new Webhook('sixteen chars ok', { format: 'raw' })
  expect(library.verify(visit.body, visit.headers)).toEqual(JSON.parse(visit.body))
})

test('and refuses what was tampered with', async () => {
  const { visit } = await deliver()
  const library = withPortalSecret(world.owner.secret)
  expect(() => library.verify(visit.body.replace('completed', 'failed'), visit.headers)).toThrow(/signature/i)
  expect(() => library.verify(`${visit.body} `, visit.headers)).toThrow(/signature/i)
  expect(() => library.verify(visit.body, { ...visit.headers, 'webhook-id': 'another' })).toThrow(/signature/i)
  const later = String(Number(visit.headers['webhook-timestamp']) + 1)
  expect(() => library.verify(visit.body, { ...visit.headers, 'webhook-timestamp': later })).toThrow(/signature/i)
  expect(() => withPortalSecret(randomBytes(32)).verify(visit.body, visit.headers)).toThrow(/signature/i)
})

test('our signature is the one the library itself would make, for any key and body', () => {
  for (let round = 0; round < 50; round++) {
    const key = randomBytes(16 + round)
    const body = randomBytes(round * 7).toString('base64')
    const at = new Date(1_700_000_000_000 + round * 1_000)
    const ours = signStandard([key], { id: `m${round}`, timestamp: at.getTime() / 1_000, body })
    expect(ours['webhook-signature']).toBe(withPortalSecret(key).sign(`m${round}`, at, body))
  }
})

test('after a rotation both the new secret and the one before verify, older ones do not', async () => {
  const rotate = async () => {
    const made = await newWebhookSecret(world.owner.projectId)
    return as(world.owner, (ctx) => rotateWebhookSecret(ctx, made))
  }
  const { secret: second } = await rotate()
  const { visit } = await deliver()
  expect(new Webhook(second).verify(visit.body, visit.headers)).toBeTruthy()
  expect(withPortalSecret(world.owner.secret).verify(visit.body, visit.headers)).toBeTruthy()
  expect(visit.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  const { secret: third } = await rotate()
  const { visit: later } = await deliver()
  expect(new Webhook(third).verify(later.body, later.headers)).toBeTruthy()
  expect(new Webhook(second).verify(later.body, later.headers)).toBeTruthy()
  expect(() => withPortalSecret(world.owner.secret).verify(later.body, later.headers)).toThrow(/signature/i)
})

test("when memory lost the request's secret, the project's signs and the delivery says so", async () => {
  const { id: transactionId } = await createTransactionRow(world.owner)
  // Any other process had time enough to show that it holds the secret.
  const nextAttemptAt = new Date(Date.now() - 60_000)
  const { id, visit } = await deliver({ ...ownKey(transactionId), nextAttemptAt })
  expect(visit.headers['webhook-key']).toBe('project')
  expect(withPortalSecret(world.owner.secret).verify(visit.body, visit.headers)).toBeTruthy()
  expect((await readMessage(id)).attempts).toMatchObject([
    { signedWith: 'project', requestHeaders: { 'webhook-key': 'project' } },
  ])
})

test('each retry has a fresh timestamp and signature over the same id and body', async () => {
  world.receiver.answer(answering(503))
  const id = await enqueueMessage(world.owner, world.receiver.url)
  const clock = { at: Date.now() }
  const ctx = { ...workerCtx(), now: () => new Date(clock.at) }
  for (let attempt = 0; attempt < 3; attempt++) {
    await makeDue(id)
    await dispatchWebhooks(ctx)
    clock.at += 60_000
  }
  const stamps = world.receiver.visits.map((visit) => Number(visit.headers['webhook-timestamp']))
  expect(new Set(stamps).size).toBe(3)
  expect(new Set(world.receiver.visits.map((visit) => visit.body)).size).toBe(1)
  expect(new Set(world.receiver.visits.map((visit) => visit.headers['webhook-id']))).toEqual(new Set([id]))
  const last = lastVisit()
  expect(withPortalSecret(world.owner.secret).verify(last.body, last.headers)).toBeTruthy()
})
