import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentProviders, providerEvents } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import { getUnmatchedMoney } from '@/server/payments/exceptions/get-unmatched-money'
import { readPayment, receiptsOf, workerAt } from '@/server/payments/payment-world.test-data'
import { findDueProviders, pollProviders } from '@/server/payments/providers/poll-providers'
import { providerWatcher } from '@/server/payments/providers/provider-watcher'
import { bankWebhook, openAtBank, signed, startBankWorld } from '@/server/payments/providers/provider-world.test-data'
import { reconcileProvider } from '@/server/payments/providers/reconciliation/reconcile-provider'
import { DOOR_NAMES, openDoors, type Sent } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'

openDatabase()
let world: Awaited<ReturnType<typeof startBankWorld>>
let doors: Awaited<ReturnType<typeof openDoors>>
beforeAll(async () => {
  world = await startBankWorld()
  Object.assign(process.env, world.variables)
  doors = await openDoors()
  await createPlatform()
})
afterAll(async () => {
  await doors.close()
  await world.stop()
})

const db = () => workerCtx().db
const send = (sent: Sent) => doors.open['the front server'].send(sent)
const ask = (at = new Date()) => pollProviders(workerAt(at), { provider: 'sandbox' })
const eventsOf = (reference: string) =>
  db().select().from(providerEvents).where(eq(providerEvents.reference, reference))
const later = (ms: number) => new Date(Date.now() + ms)

describe.each(DOOR_NAMES)('through %s', (name) => {
  const post = (sent: Sent) => doors.open[name].send(sent)

  test('stores the signed bytes once for five equal webhooks, and settles once after the bank confirms', async () => {
    const open = await openAtBank()
    world.bank.send({ accountNumber: open.accountNumber, amount: '31000' })
    const webhook = bankWebhook(open.reference)
    for (let time = 0; time < 5; time++) expect((await post(webhook)).status).toBe(200)
    const kept = await eventsOf(open.reference)
    expect(kept.map(({ state, body }) => [state, Buffer.from(body).toString()])).toEqual([['STORED', webhook.body]])
    await ask()
    await post(webhook)
    await ask()
    expect((await eventsOf(open.reference)).map(({ state }) => state)).toEqual(['HANDLED'])
    expect((await readPayment(open.paymentId)).status).toBe('SUCCESS')
    expect(await receiptsOf(open.paymentId)).toHaveLength(1)
    expect(await unitsOf(open.payer, 'USD', 'available')).toBe(20_000_000n)
    expect(await driftOf(open.payer)).toEqual([])
  })

  test.each([
    [
      'another signature',
      (sent: Sent) => ({ ...sent, headers: { ...sent.headers, 'x-sandbox-signature': 'f'.repeat(64) } }),
    ],
    ['no signature', (sent: Sent) => ({ ...sent, headers: { 'content-type': 'application/json' } })],
    [
      'other bytes of the same',
      (sent: Sent) => ({ ...sent, body: JSON.stringify(JSON.parse(String(sent.body)), null, 1) }),
    ],
    ['half of it', (sent: Sent) => ({ ...sent, body: String(sent.body).slice(0, 30) })],
    ['nothing', (sent: Sent) => ({ ...sent, body: '' })],
  ])('answers %s with 401 and changes nothing', async (_, forge) => {
    const before = await db().select().from(providerEvents)
    const answer = await post(forge(bankWebhook('SLP-FORGED')))
    expect([answer.status, answer.body]).toEqual([
      401,
      { status: false, message: 'Signature does not match', code: 'webhook_forged' },
    ])
    expect(await db().select().from(providerEvents)).toHaveLength(before.length)
  })

  test('refuses unknown providers, large bodies and other methods', async () => {
    const other = await post({ ...bankWebhook('x'), path: '/v1/payments/webhooks/paystack' })
    expect([other.status, other.body.code]).toEqual([404, 'provider_unknown'])
    const large = await post({ ...bankWebhook('x'), body: 'x'.repeat(300_000) })
    expect([large.status, large.body.code]).toEqual([400, 'body_too_large'])
    expect((await post({ method: 'GET', path: '/v1/payments/webhooks/sandbox' })).status).toBe(405)
  })
})

test('a webhook alone moves nothing if the bank has no money', async () => {
  const open = await openAtBank()
  await send(bankWebhook(open.reference))
  await ask()
  expect((await eventsOf(open.reference)).map(({ state }) => state)).toEqual(['HANDLED'])
  expect((await readPayment(open.paymentId)).status).toBe('PENDING')
  expect(await receiptsOf(open.paymentId)).toEqual([])
})

test('signed nonsense, unknown accounts and refunds are stored and ignored', async () => {
  const nonsense = '[1]'
  await send({ ...bankWebhook('x'), body: nonsense, headers: signed(nonsense) })
  await send(bankWebhook('SLP-NOBODY'))
  await send(bankWebhook('SLP-BACK', 'evt-back', 'refund.done'))
  await ask()
  const rows = await db().select().from(providerEvents).where(eq(providerEvents.state, 'IGNORED'))
  expect(rows.length).toBe(3)
  for (const row of rows) expect(row.error).toBeTruthy()
  // Money of an unknown account counts as unplaced until the bank's list was read.
  const unplaced = () => getUnmatchedMoney(workerCtx())
  expect((await unplaced()).events).toBe(1)
  await reconcileProvider(workerAt(new Date(Date.now() + 60_000)), { provider: 'sandbox' })
  expect(await unplaced()).toEqual({ events: 0, comparedAt: expect.any(String) })
})

test('while the bank is down its events wait without delaying others, and are handled once it is back', async () => {
  const open = await openAtBank()
  world.bank.send({ accountNumber: open.accountNumber, amount: '31000' })
  await world.stop()
  await send(bankWebhook(open.reference))
  await ask()
  const [waiting] = await eventsOf(open.reference)
  expect(waiting).toMatchObject({ state: 'STORED', attempts: 1, error: expect.stringContaining('does not answer') })
  const [row] = await db().select().from(paymentProviders).where(eq(paymentProviders.name, 'sandbox'))
  expect(row?.failingSince).not.toBeNull()
  expect(await providerWatcher.findCauses(workerAt(later(600_000)))).toMatchObject([{ kind: 'provider_failing' }])
  await world.restart()
  expect(await findDueProviders(workerAt(later(11_000)))).toEqual([{ provider: 'sandbox' }])
  await ask(later(11_000))
  expect(await eventsOf(open.reference)).toMatchObject([{ state: 'HANDLED', error: null }])
  expect((await readPayment(open.paymentId)).status).toBe('SUCCESS')
  expect(await providerWatcher.findCauses(workerAt(later(600_000)))).toEqual([])
})

test('an event that fails every time is dropped with an alarm', async () => {
  const open = await openAtBank()
  await send(bankWebhook(open.reference))
  await db().update(providerEvents).set({ attempts: 8 }).where(eq(providerEvents.reference, open.reference))
  await world.stop()
  await ask()
  await world.restart()
  expect(await eventsOf(open.reference)).toMatchObject([{ state: 'DEAD', attempts: 9 }])
  expect((await providerWatcher.findCauses(workerCtx())).map(({ kind }) => kind)).toContain('provider_events_dead')
  await db()
    .delete(providerEvents)
    .where(and(eq(providerEvents.reference, open.reference), eq(providerEvents.state, 'DEAD')))
})
