import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chains, policies, priceSources, transactions } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { transferEstimate } from '@/schemas/transactions/estimate/contract'
import { forgetChains } from '@/server/chains/registry'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { openPayer, TO } from '@/server/testing/open-payer'

const PATH = '/v1/wallet/transaction'

const payer = openPayer()

const body = (change: object = {}) => payer.transfer({ amount: '1.50', ...change })
async function estimate(change: object = {}) {
  const answer = await payer.client.post(`${PATH}/estimate`, body(change))
  expect(answer).toMatchObject({ code: 200, status: true })
  return transferEstimate.strict().parse(answer.data)
}
const countRows = async () => (await workerCtx().db.select({ id: transactions.id }).from(transactions)).length
const setChain = async (fields: Partial<typeof chains.$inferInsert>) => {
  await inWorker(({ db }) => db.update(chains).set(fields).where(eq(chains.chainId, CHAIN_ID)))
  forgetChains()
}

/** A price that does not age. */
async function setPrice(symbol: string, fixedE8: bigint): Promise<void> {
  const fixed = { source: 'fixed' as const, fixedE8 }
  await inWorker(({ db }) =>
    db
      .insert(priceSources)
      .values({ symbol, ...fixed })
      .onConflictDoUpdate({ target: priceSources.symbol, set: fixed }),
  )
  forgetCaches()
}

test('a sponsored transfer costs what the platform pays, and leaves nothing behind', async () => {
  const before = await countRows()
  const reported = await estimate()
  expect(reported).toMatchObject({
    fromAddress: payer.wallet,
    addressIndex: 0,
    toAddress: TO,
    amount: '1.5',
    tokenAddress: payer.chain.cngn.address,
    valueUsd: expect.any(String),
    fee: { symbol: 'ETH' },
    gas: { paidBy: 'SPONSORED', isCovered: true },
    policy: { verdict: 'ALLOWED', code: null, reason: null },
  })
  expect(Number(reported.fee.expected)).toBeGreaterThan(0)
  expect(Number(reported.fee.max)).toBeGreaterThan(Number(reported.fee.expected))
  expect(await countRows()).toBe(before)
})

test('where the business pays, its balance has to cover the highest fee', async () => {
  await setChain({ gasPolicy: 'debited' })
  await setPrice('ETH', 2_500_00000000n)
  expect((await estimate()).gas).toMatchObject({ paidBy: 'BALANCE', availableUsd: '0.00', isCovered: false })
  const refused = await payer.client.post(PATH, body(), randomUUID())
  expect(refused).toMatchObject({ code: 402 })

  const { businessId } = payer.client.tenant
  await inWorker(({ db }) => postCredit(db, { businessId, micros: 5_000_000n, reason: 'test', createdBy: 'test' }))
  const reported = await estimate()
  expect(reported.gas).toMatchObject({ availableUsd: '5.00', isCovered: true })
  expect(reported.fee.maxUsd).toBe(reported.gas.neededUsd)
  const { id } = transactionView.parse((await payer.client.post(PATH, body(), randomUUID())).data)
  const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
  expect(row?.feeHoldMicros).toBeGreaterThan(0n)
  await setChain({ gasPolicy: 'sponsored' })
})

test('policies answer with the code and the words of acceptance', async () => {
  const { businessId, projectId } = payer.client.tenant
  await setPrice('cNGN', 1_00000000n)
  const rules = {
    businessId,
    projectId,
    updatedBy: 'test',
    perTransactionMicros: 2_000_000n,
    approvalAboveMicros: 1_000_000n,
  }
  await inWorker(({ db }) => db.insert(policies).values(rules))
  forgetCaches()
  const refused = (await estimate({ amount: '2.01' })).policy
  const accepted = await payer.client.post(PATH, body({ amount: '2.01' }), randomUUID())
  expect(accepted).toMatchObject({ code: 422, refusal: refused.code, message: refused.reason })
  expect(refused).toMatchObject({ verdict: 'REFUSED', code: 'policy_limit' })
  expect((await estimate({ amount: '1.01' })).policy).toMatchObject({ verdict: 'NEEDS_APPROVAL', code: null })
  expect((await estimate({ amount: '1' })).policy).toEqual({ verdict: 'ALLOWED', code: null, reason: null })
  await inWorker(({ db }) => db.delete(policies))
  forgetCaches()
})

test('what acceptance refuses is refused here', async () => {
  const ask = (change: object) => payer.client.post(`${PATH}/estimate`, body(change))
  expect(await ask({ fromAddress: TO })).toMatchObject({ code: 404, message: 'Wallet not found' })
  expect(await ask({ amount: '1e3' })).toMatchObject({ code: 400, errors: ['amount: must be a plain decimal number'] })
  expect(await ask({ chainId: 999_999 })).toMatchObject({ code: 404 })
  expect(await ask({ surprise: 1 })).toMatchObject({ code: 400, errors: ['surprise: unknown field'] })
})

test('a transfer that waits is cancelled once, and again without harm; an ended one cannot be sped up', async () => {
  await payer.chain.holdMining()
  const { id } = transactionView.parse((await payer.client.post(PATH, body(), randomUUID())).data)
  const request = (what: string) => payer.client.post(`${PATH}/${id}/${what}`, { reason: 'asked twice' })
  expect(await request('speed-up')).toMatchObject({ code: 409, refusal: 'transaction_not_sent' })
  const both = await Promise.all([request('cancel'), request('cancel')])
  expect(both.map(({ code }) => code)).toContain(200)
  const again = await request('cancel')
  expect(again).toMatchObject({ code: 200, data: { id, status: 'FAILED', error: 'Cancelled before it was sent' } })
  expect(await request('speed-up')).toMatchObject({ code: 409, refusal: 'transaction_ended' })
  await payer.chain.resumeMining()
})

test('one that was sent is asked to be replaced: 202, by either call, and it stays pending', async () => {
  await payer.chain.holdMining()
  const { id } = transactionView.parse((await payer.client.post(PATH, body(), randomUUID())).data)
  await inWorker(({ db }) => db.update(transactions).set({ stage: 'broadcast' }).where(eq(transactions.id, id)))
  for (const what of ['speed-up', 'cancel']) {
    const answer = await payer.client.post(`${PATH}/${id}/${what}`)
    expect(answer).toMatchObject({ code: 202, data: { id, status: 'PENDING' } })
  }
  const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
  expect([row?.speedUpRequestedAt, row?.cancelRequestedAt]).toEqual([expect.any(Date), expect.any(Date)])
  await inWorker(({ db }) => db.update(transactions).set({ stage: 'mined' }).where(eq(transactions.id, id)))
  expect(await payer.client.post(`${PATH}/${id}/cancel`)).toMatchObject({ code: 409, refusal: 'transaction_in_block' })
})
