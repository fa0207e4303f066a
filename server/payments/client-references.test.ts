import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { payments } from '@/db/schema'
import { depositAccountView } from '@/schemas/payments/accounts/contract'
import { paymentPage, paymentView } from '@/schemas/payments/contract'
import { inOperatorReading, inTenantReading, workerCtx } from '@/server/ctx'
import { listHistory } from '@/server/subscriptions/list-history'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { type Answer, type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { addEndpoint, messagesTo } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { openDoorWorld, planRequest, topUpRequest } from './door-world.test-data'
import { getPaymentDetail } from './get-payment-detail'
import { listPayments } from './list-payments'
import { getAnyPayment } from './operator/get-any-payment'
import { listAllPayments } from './operator/list-all-payments'
import { createPlanAt } from './payment-world.test-data'

openDatabase()
const world = openDoorWorld()
const PATH = '/v1/payments/subscribe?providerType=FIAT'
const METADATA = { customer: 'c-77', 'order no': '12' }

const subscribe = (body: object, key?: string, client: WalletClient = world.client) => client.post(PATH, body, key)
const listed = async (query: string, client: WalletClient = world.client) =>
  paymentPage.parse((await client.get(`/v1/payments${query}`)).data).items
const rowsOf = (client: WalletClient = world.client) =>
  workerCtx().db.select().from(payments).where(eq(payments.projectId, client.tenant.projectId))
const paymentOf = ({ data }: Answer) => z.array(depositAccountView).parse(data)[0]?.paymentId

test('a payment and the subscription that it begins keep and show them, and webhooks carry them', async () => {
  const { client } = world
  const { id } = await addEndpoint(client.tenant, 'https://x.example/hook', { events: ['payment.*', 'subscription.*'] })
  const tags = { clientReference: 'inv-1', metadata: METADATA }
  const { id: paymentId } = await world.buy({ ...planRequest(await createPlanAt({ priceMinor: 3_000_000n })), ...tags })
  expect(paymentView.parse((await client.get(`/v1/payments/${paymentId}`)).data)).toMatchObject(tags)
  expect(await listed('?clientReference=inv-1')).toMatchObject([{ id: paymentId, ...tags }])
  expect(await listed('?clientReference=inv')).toEqual([])
  expect(await world.held('?clientReference=inv-1')).toMatchObject([{ status: 'ACTIVE', ...tags }])
  const messages = await messagesTo(id)
  expect(messages.map(({ kind }) => kind).sort()).toEqual(['payment.settled', 'subscription.activated'])
  for (const { body } of messages) expect(JSON.parse(body)).toMatchObject({ data: tags })
})

test('a renewal has its own, and the subscription keeps those that it began with', async () => {
  const plan = planRequest(await createPlanAt({ priceMinor: 3_000_000n }))
  await world.buy({ ...plan, clientReference: 'first' })
  const { id } = await world.buy({ ...plan, clientReference: 'second' })
  expect(await listed('?clientReference=second')).toMatchObject([{ id, status: 'SUCCESS' }])
  expect(await world.held()).toMatchObject([{ status: 'ACTIVE', clientReference: 'first' }])
})

test('the portal shows them and finds a payment by the beginning of its reference', async () => {
  const { tenant } = world.client
  const paymentId = paymentOf(await subscribe({ ...topUpRequest(5), clientReference: 'Inv_10%', metadata: METADATA }))
  await subscribe({ ...topUpRequest(5), clientReference: 'inv-107' })
  const ids = (search: string) =>
    inTenantReading(tenant, async (ctx) => {
      const { items, total } = await listPayments(
        { ...ctx, projectId: tenant.projectId },
        { page: 1, pageSize: 1, search },
      )
      return { ids: items.map(({ id }) => id), total }
    })
  expect(await ids('inv_10%')).toEqual({ ids: [paymentId], total: 1 })
  expect((await ids('INV')).total).toBe(2)
  expect((await ids('nv')).total).toBe(0)
  const detail = await inTenantReading(tenant, (ctx) =>
    getPaymentDetail({ ...ctx, projectId: tenant.projectId }, paymentId ?? ''),
  )
  expect(detail).toMatchObject({ clientReference: 'Inv_10%', metadata: METADATA })
})

test('operators see them and find the payment by the whole reference, in any form', async () => {
  const operator = { actor: { type: 'user', id: randomUUID(), name: 'Tunde' }, requestId: 'test' } as const
  const found = (search: string) =>
    inOperatorReading(operator, async (ctx) => (await listAllPayments(ctx, { page: 1, search })).items)
  for (const clientReference of ['Order 7', `${randomUUID().toUpperCase()}`, 'é'.repeat(128)]) {
    const id = paymentOf(await subscribe({ ...topUpRequest(5), clientReference, metadata: METADATA }))
    expect(await found(clientReference.normalize('NFD'))).toMatchObject([{ id, clientReference }])
    expect(await found(clientReference.slice(0, -1))).toEqual([])
    const detail = await inOperatorReading(operator, (ctx) => getAnyPayment(ctx, { paymentId: id ?? '' }))
    expect(detail).toMatchObject({ clientReference, metadata: METADATA })
  }
})

test('the table of subscriptions shows them, and finds one by the beginning', async () => {
  const { tenant } = world.client
  await subscribe({ ...planRequest(await createPlanAt({ priceMinor: 0n })), clientReference: 'sub-107' })
  const plan = planRequest(await createPlanAt({ priceMinor: 3_000_000n }))
  const { paymentRef } = await world.buy({ ...plan, clientReference: 'Sub_10%' })
  const found = (search?: string) =>
    inTenantReading(tenant, async (ctx) => {
      const { items, total } = await listHistory({ ...ctx, projectId: tenant.projectId }, { page: 1, search })
      return { total, references: items.map(({ clientReference }) => clientReference).sort() }
    })
  for (const all of [undefined, 'SUB'])
    expect(await found(all)).toEqual({ total: 2, references: ['Sub_10%', 'sub-107'] })
  for (const one of ['sub_1', paymentRef.toLowerCase()])
    expect(await found(one)).toEqual({ total: 1, references: ['Sub_10%'] })
  expect(await found('ub_10')).toEqual({ total: 0, references: [] })
})

test('the same body is answered with the first payment, with a key or without; another body with 409', async () => {
  const body = { ...topUpRequest(5), clientReference: 'inv-2', metadata: { a: '1' } }
  const first = await subscribe(body)
  expect(first).toMatchObject({ code: 200, replayed: false })
  const key = randomUUID()
  for (const again of [await subscribe(body), await subscribe(body, key), await subscribe(body, key)])
    expect(again).toEqual({ ...first, replayed: true })
  for (const change of [{ amountUsd: 6 }, { metadata: { a: '2' } }, { metadata: undefined }, { description: 'x' }]) {
    const refused = await subscribe({ ...body, ...change })
    expect(refused).toMatchObject({ code: 409, refusal: 'reference_used', param: 'clientReference' })
    expect(refused.message).toContain(paymentOf(first))
  }
  expect(await rowsOf()).toHaveLength(1)
  expect(await subscribe({ ...body, clientReference: 'inv-3' }, key)).toMatchObject({ refusal: 'idempotency_reused' })
})

test('a paid payment is still the answer to its reference, also where a new one would be refused', async () => {
  const [free, paid] = [await createPlanAt({ priceMinor: 0n }), await createPlanAt({ priceMinor: 3_000_000n })]
  const start = { ...planRequest(free), clientReference: 'start' }
  expect(await subscribe(start)).toMatchObject({ code: 200, data: [], replayed: false })
  expect(await world.held()).toMatchObject([{ planId: free, clientReference: 'start' }])
  const upgrade = { ...planRequest(paid), clientReference: 'upgrade' }
  const first = await subscribe(upgrade)
  const [account] = z.array(depositAccountView).parse(first.data)
  if (!account) throw new Error('no account')
  await world.send(account)
  expect(await subscribe(upgrade, randomUUID())).toEqual({ ...first, replayed: true })
  expect(await subscribe({ ...start, clientReference: 'later' })).toMatchObject({ refusal: 'paid_plan_runs' })
  for (const key of [undefined, randomUUID()])
    expect(await subscribe(start, key)).toMatchObject({ code: 200, data: [], replayed: true })
  // A free plan has no payment, and its reference is used all the same.
  for (const body of [topUpRequest(5), planRequest(paid)])
    expect(await subscribe({ ...body, clientReference: 'start' })).toMatchObject({ code: 409 })
  expect(await subscribe({ ...planRequest(free), clientReference: 'upgrade' })).toMatchObject({ code: 409 })
  expect(await rowsOf()).toHaveLength(1)
})

test('a free plan that is begun many times at once under one reference begins once', async () => {
  const body = { ...planRequest(await createPlanAt({ priceMinor: 0n })), clientReference: 'start' }
  const answers = await Promise.all([1, 2, 3, 4].map((n) => subscribe(body, n % 2 ? undefined : randomUUID())))
  expect(answers.map(({ code, data }) => [code, data])).toEqual(answers.map(() => [200, []]))
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(await world.held()).toHaveLength(1)
})

test('another project may use the same reference, and does not find the payment of the first', async () => {
  const body = { ...topUpRequest(5), clientReference: 'inv-5' }
  const paymentId = paymentOf(await subscribe(body))
  for (const other of [await walletClient({ businessId: world.client.businessId }), await walletClient()]) {
    expect(await listed('?clientReference=inv-5', other)).toEqual([])
    expect((await other.get(`/v1/payments/${paymentId}`)).code).toBe(404)
    const own = await subscribe({ ...body, amountUsd: 7 }, undefined, other)
    expect(own).toMatchObject({ code: 200, replayed: false })
    expect(paymentOf(own)).not.toBe(paymentId)
    expect(await listed('?clientReference=inv-5', other)).toHaveLength(1)
  }
  expect(await listed('?clientReference=inv-5')).toMatchObject([{ id: paymentId, amountUsd: '5.00' }])
})

test('a call that opened no account gives its reference back', async () => {
  const bodies = [
    { ...topUpRequest(5), clientReference: 'inv-6', metadata: METADATA },
    { ...planRequest(await createPlanAt({ priceMinor: 3_000_000n })), clientReference: 'inv-7' },
  ]
  await world.withoutBank(async () => {
    for (const body of bodies) expect(await subscribe(body)).toMatchObject({ refusal: 'providers_unavailable' })
  })
  expect(await rowsOf()).toMatchObject(
    bodies.map(() => ({ status: 'FAILED', clientReference: null, referenceFingerprint: null })),
  )
  for (const body of bodies) {
    expect(await subscribe(body)).toMatchObject({ code: 200, replayed: false })
    expect(await listed(`?clientReference=${body.clientReference}`)).toMatchObject([{ status: 'PENDING' }])
  }
})

test('a quote takes the body of the payment, and uses no reference', async () => {
  const body = { ...topUpRequest(5), clientReference: 'inv-8', metadata: METADATA }
  expect((await world.client.post('/v1/payments/quote', body)).code).toBe(200)
  expect(await subscribe(body)).toMatchObject({ code: 200, replayed: false })
  expect((await world.client.post('/v1/payments/quote', { ...body, amountUsd: 6 })).code).toBe(200)
})

test('however requests meet, a reference makes one payment, and its answers name that one alone', async () => {
  const request = fc.record({
    clientReference: fc.constantFrom('a', 'b', undefined),
    amountUsd: fc.constantFrom(5, 6),
    hasKey: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 6 }), async (requests) => {
      const client = await walletClient()
      const made = await Promise.all(
        requests.map(async ({ hasKey, amountUsd, clientReference }) => {
          const body = { ...topUpRequest(amountUsd), clientReference }
          const answer = await subscribe(body, hasKey ? randomUUID() : undefined, client)
          return { amountUsd, clientReference, answer }
        }),
      )
      const rows = await rowsOf(client)
      const untagged = made.filter(({ clientReference }) => clientReference === undefined)
      expect(untagged.map(({ answer }) => [answer.code, answer.replayed])).toEqual(untagged.map(() => [200, false]))
      for (const name of ['a', 'b']) {
        const answers = made.filter(({ clientReference }) => clientReference === name)
        const own = rows.filter(({ clientReference }) => clientReference === name)
        expect(own).toHaveLength(answers.length > 0 ? 1 : 0)
        for (const { amountUsd, answer } of answers) {
          const isSame = own[0]?.amountUsdMicros === BigInt(amountUsd) * 1_000_000n
          expect([answer.code, answer.code === 200 ? paymentOf(answer) : null]).toEqual(
            isSame ? [200, own[0]?.id] : [409, null],
          )
        }
        expect(answers.filter(({ answer }) => answer.code === 200 && !answer.replayed)).toHaveLength(own.length)
      }
      expect(rows).toHaveLength(untagged.length + rows.filter(({ clientReference }) => clientReference).length)
    }),
    propertyRuns(5, 100),
  )
})
