import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { approvals, policies, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { balanceOf, credit } from '@/server/ledger/ledger.test-data'
import { createSponsored } from '@/server/sponsorship/sponsorship.test-data'
import { openDoors } from '@/server/testing/doors'
import { drainChain } from '@/server/testing/drain-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { openPayer, TO } from '@/server/testing/open-payer'
import { propertyRuns } from '@/server/testing/proof'
import { requireChain } from '@/server/testing/require-chain'
import { walletClient } from '@/server/testing/wallet-client'
import { acceptBatch } from './accept-batch'
import { acceptEach } from './accept-transaction'
import { batchAnswer } from './batch-contract'
import { newIntent } from './new-intent.test-data'
import { batchBody } from './prepare/batch-body'
import { prepareBatch } from './prepare/prepare-batch'

const PATH = '/v1/wallet/transaction/batch'

const payer = openPayer()
let chain: Chain
beforeAll(async () => {
  chain = await requireChain()
})

const line = payer.transfer
const send = (transfers: object[], more: object = {}, key: string = randomUUID()) =>
  payer.client.post(PATH, { transfers, ...more }, key)
const read = (answer: { data?: unknown }) => batchAnswer.parse(answer.data)
const statusesOf = (answer: { data?: unknown }) => read(answer).lines.map(({ status }) => status)
const rowsOf = (batchId: string) => workerCtx().db.select().from(transactions).where(eq(transactions.batchId, batchId))
const countRows = async () => (await workerCtx().db.select({ id: transactions.id }).from(transactions)).length

test('each line has its answer in its place, and what is accepted is carried out', async () => {
  const answer = await send([
    line({ reference: 'pay-1', metadata: { to: 'ada' } }),
    line({ amount: '-1' }),
    line({ fromAddress: TO, reference: 'pay-2' }),
    line({ toAddress: '0x12' }),
    line(),
  ])
  expect(answer.code).toBe(202)
  const { batchId, lines, ...counts } = read(answer)
  expect(counts).toEqual({ accepted: 2, existing: 0, refused: 3 })
  expect(lines).toMatchObject([
    { index: 0, reference: 'pay-1', status: 'ACCEPTED' },
    { index: 1, status: 'REFUSED', code: 'validation_failed', param: 'amount' },
    { index: 2, reference: 'pay-2', status: 'REFUSED', code: 'wallet_not_found' },
    { index: 3, status: 'REFUSED', code: 'validation_failed', param: 'toAddress' },
    { index: 4, status: 'ACCEPTED' },
  ])
  await drainChain()
  expect((await rowsOf(batchId)).map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
  const listed = await payer.client.get(`/v1/wallet/transaction/history?batchId=${batchId}`)
  expect(listed.data).toMatchObject({ pagination: { total: 2 }, items: [{ batchId }, { batchId }] })
})

test('asked at once and again under one key, it is accepted once', async () => {
  const key = randomUUID()
  const lines = [line(), line({ amount: '2' })]
  const answers = await Promise.all([send(lines, {}, key), send(lines, {}, key), send(lines, {}, key)])
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(await send(lines, {}, key)).toMatchObject({ code: 202, replayed: true, data: answers[0]?.data })
  expect(await rowsOf(read(answers[0] ?? {}).batchId)).toHaveLength(2)
  expect(await send([line()], {}, key)).toMatchObject({ code: 422, refusal: 'idempotency_reused' })
})

test('with allOrNothing one refused line leaves none', async () => {
  const before = await countRows()
  const answer = await send([line({ reference: 'none-1' }), line({ amount: '0' })], { allOrNothing: true })
  expect(answer).toMatchObject({ code: 202, data: { accepted: 0, refused: 1 } })
  expect(statusesOf(answer)).toEqual(['NOT_ATTEMPTED', 'REFUSED'])
  expect(await countRows()).toBe(before)
  // Its reference is free.
  expect(statusesOf(await send([line({ reference: 'none-1' })], { allOrNothing: true }))).toEqual(['ACCEPTED'])
})

test('a reference is paid once over batches and single transfers, whatever order they ask in at once', async () => {
  const single = await payer.client.post('/v1/wallet/transaction', line({ reference: 'once-0' }), randomUUID())
  const lines = [0, 1, 2, 3].map((n) => line({ reference: `once-${n}` }))
  const answers = await Promise.all([send(lines), send([...lines].reverse()), send(lines)])
  const made = answers.flatMap((answer) => read(answer).lines)
  for (const reference of ['once-0', 'once-1', 'once-2', 'once-3']) {
    const named = made.filter((one) => one.reference === reference)
    expect(new Set(named.map(({ transactionId }) => transactionId)).size).toBe(1)
    expect(named.filter(({ status }) => status === 'ACCEPTED')).toHaveLength(reference === 'once-0' ? 0 : 1)
  }
  expect(made.find(({ reference }) => reference === 'once-0')?.transactionId).toBe(Object(single.data).id)
  expect(read(await send([line({ reference: 'once-1', amount: '9' })])).lines).toMatchObject([
    { status: 'REFUSED', code: 'reference_used', param: 'reference' },
  ])
  const twice = await send([line({ reference: 'twice' }), line({ reference: 'twice' }), line()])
  expect(read(twice).lines).toMatchObject([
    { status: 'REFUSED', code: 'duplicate_reference' },
    { status: 'REFUSED', code: 'duplicate_reference' },
    { status: 'ACCEPTED' },
  ])
})

test('policies judge line by line what those before spent, and the total asks for a second person', async () => {
  const own = await walletClient()
  const { address: fromAddress } = await newWallet(own.tenant)
  const { businessId, projectId } = own.tenant
  const ask = (amounts: string[]) =>
    own.post(PATH, { transfers: amounts.map((amount) => line({ fromAddress, amount })) }, randomUUID())
  const [row] = await rowsOf(read(await ask(['1000000'])).batchId)
  const unit = row?.valueUsdMicros ?? 0n
  expect(unit).toBeGreaterThan(0n)
  const save = (rules: object) =>
    inWorker(({ db }) => db.insert(policies).values({ businessId, projectId, updatedBy: 'test', ...rules }))
  await save({ dailyMicros: unit * 3n, approvalAboveMicros: (unit * 3n) / 2n })
  forgetCaches()
  const answer = await ask(['1000000', '1000000', '1000000', '0.000001'])
  expect(read(answer).lines).toMatchObject([
    { status: 'ACCEPTED' },
    { status: 'ACCEPTED' },
    { status: 'REFUSED', code: 'policy_limit' },
    { status: 'ACCEPTED' },
  ])
  const rows = await rowsOf(read(answer).batchId)
  expect(rows.map(({ stage }) => stage)).toEqual(Array(3).fill('awaiting_approval'))
  const asked = await workerCtx().db.select().from(approvals).where(eq(approvals.projectId, projectId))
  expect(asked).toHaveLength(3)
  expect(read(await ask(['0.000001'])).lines).toMatchObject([{ status: 'ACCEPTED' }])
})

test("another business's wallet refuses its line alone", async () => {
  const stranger = await walletClient()
  const answer = await stranger.post(PATH, { transfers: [line()] }, randomUUID())
  expect(read(answer).lines).toMatchObject([{ status: 'REFUSED', code: 'wallet_foreign', param: 'fromAddress' }])
})

test('a kill before the commit leaves nothing', async () => {
  const before = await countRows()
  const input = batchBody.parse({ transfers: [line({ reference: 'killed' }), line()] })
  const prepared = await prepareBatch(payer.client.tenant, input)
  const killed = inTenant(payer.client.tenant, async (ctx) => {
    await acceptBatch(ctx, { input, prepared, claim: null })
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await countRows()).toBe(before)
})

test('a thousand lines with metadata fit into one body, through both doors, and a megabyte is the end', async () => {
  const doors = await openDoors()
  const many = (letters: number) => ({
    transfers: Array.from({ length: 1_000 }, (_, n) =>
      line({
        amount: '-1',
        reference: `many-${n}`,
        metadata: { a: 'x'.repeat(letters), b: 'x'.repeat(letters) },
      }),
    ),
  })
  const authorization = `Bearer ${await payer.client.accessToken()}`
  const atTheFront = async (letters: number) => {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const body = JSON.stringify(many(letters))
    const response = await fetch(`${doors.baseUrl}${PATH}`, { method: 'POST', headers, body })
    return { status: response.status, connection: response.headers.get('connection'), body: await response.json() }
  }
  try {
    const answer = await payer.client.post(PATH, many(150), randomUUID())
    expect(read(answer)).toMatchObject({ accepted: 0, refused: 1_000 })
    expect(await atTheFront(150)).toMatchObject({
      ...{ status: 202, connection: 'keep-alive' },
      body: { data: { refused: 1_000 } },
    })
    expect(await payer.client.post(PATH, many(450), randomUUID())).toMatchObject({
      code: 400,
      refusal: 'body_too_large',
    })
    expect(await atTheFront(450)).toMatchObject({ status: 400, connection: 'close', body: { code: 'body_too_large' } })
  } finally {
    await doors.close()
  }
})

test.each([
  ['transfers', { transfers: [] }],
  ['transfers', { transfers: Array.from({ length: 1001 }, () => ({})) }],
  ['transfers.0.surprise', { transfers: [line({ fromAddress: 0, surprise: 1 })] }],
  ['transfers.0.waitForCompletion', { transfers: [line({ fromAddress: 0, waitForCompletion: true })] }],
  ['webhookSecret', { transfers: [line({ fromAddress: 0 })], webhookSecret: 'x'.repeat(16) }],
])('%s that cannot be right refuses the whole', async (param, body) => {
  const before = await countRows()
  expect(await payer.client.post(PATH, body, randomUUID())).toMatchObject({ code: 400, param })
  expect(await countRows()).toBe(before)
})

test('what is held is what the accepted lines hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.bigInt(0n, 400n), { minLength: 1, maxLength: 6 }), async (holds) => {
      const payer = await createSponsored(1_000n)
      await credit(payer, 1_000n)
      const intents = holds.map((hold) => newIntent({ chain, from: payer.address, quote: { feeHoldMicros: hold } }))
      const outcomes = await inTenant(payer, (ctx) => acceptEach(ctx, intents, null))
      let left = 1_000n
      const expected = holds.map((hold) => {
        if (hold > left) return false
        left -= hold
        return true
      })
      expect(outcomes.map((outcome) => !(outcome instanceof Error))).toEqual(expected)
      const [held] = await workerCtx().db.execute<{ micros: string; n: number }>(
        sql`select coalesce(sum(fee_hold_micros), 0)::text as micros, count(*)::int as n from transactions where business_id = ${payer.businessId}`,
      )
      expect(held).toEqual({ micros: String(1_000n - left), n: expected.filter(Boolean).length })
      const { available, reserved } = await balanceOf(payer)
      expect([available, reserved].map((usd) => Math.round(Number(usd) * 1e6))).toEqual([
        Number(left),
        Number(1_000n - left),
      ])
    }),
    propertyRuns(15, 200),
  )
})
