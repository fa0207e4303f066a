import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transactions, webhookMessages } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { historyView } from '@/schemas/transactions/history/contract'
import { workerCtx } from '@/server/ctx'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { openPayer, TO } from '@/server/testing/open-payer'
import { propertyRuns } from '@/server/testing/proof'
import { walletClient } from '@/server/testing/wallet-client'
import { changeMetadata } from '@/server/text/tags'

const PATH = '/v1/wallet/transaction'
const HOOK = 'http://127.0.0.1:9/references'

const payer = openPayer()

const body = payer.transfer
const post = (change: object = {}, key: string = randomUUID()) => payer.client.post(PATH, body(change), key)
const rowsUnder = (reference: string) =>
  workerCtx().db.select().from(transactions).where(eq(transactions.reference, reference))

test('a reference and metadata are kept, shown, found, and told by the webhook', async () => {
  const metadata = { customer: 'c-77', 'order no': '12' }
  const answer = await post({ reference: 'inv-1', metadata, webhookUrl: HOOK })
  expect(answer.code).toBe(202)
  const made = transactionView.parse(answer.data)
  expect(made).toMatchObject({ reference: 'inv-1', metadata })
  expect(transactionView.parse((await payer.client.get(`${PATH}/${made.id}`)).data)).toMatchObject({
    reference: 'inv-1',
    metadata,
  })
  const listed = historyView.parse((await payer.client.get(`${PATH}/history?reference=inv-1`)).data)
  expect(listed.items.map(({ id }) => id)).toEqual([made.id])
  await drainChain()
  const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.sourceId, made.id))
  expect(messages.length).toBeGreaterThan(0)
  for (const { body: reported } of messages) expect(reported).toContain('"reference":"inv-1"')
})

test('the same body under a reference is answered with what the first made, another body with 409', async () => {
  const first = await post({ reference: 'inv-2', metadata: { a: '1' } })
  const { id } = transactionView.parse(first.data)
  const key = randomUUID()
  const again = await post({ reference: 'inv-2', metadata: { a: '1' }, webhookUrl: HOOK }, key)
  expect(again).toMatchObject({ code: 202, data: { id } })
  // This is the final answer for the second key.
  expect(again.replayed).toBe(true)
  expect(await post({ reference: 'inv-2', metadata: { a: '1' }, webhookUrl: HOOK }, key)).toEqual(again)
  for (const change of [{ amount: '2' }, { metadata: { a: '2' } }, { metadata: undefined }]) {
    const refused = await post({ reference: 'inv-2', metadata: { a: '1' }, ...change })
    expect(refused).toMatchObject({ code: 409, refusal: 'reference_used', param: 'reference' })
    expect(refused.message).toContain(id)
  }
  expect(await rowsUnder('inv-2')).toHaveLength(1)
})

test('asked at once under many keys, one transfer is made', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => post({ reference: 'inv-3' })))
  expect(new Set(answers.map(({ data }) => transactionView.parse(data).id)).size).toBe(1)
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([202]))
  const mixed = await Promise.all(['3', '4'].map((amount) => post({ reference: 'inv-4', amount })))
  expect(mixed.map(({ code }) => code).sort()).toEqual([202, 409])
  expect(await rowsUnder('inv-3')).toHaveLength(1)
  expect(await rowsUnder('inv-4')).toHaveLength(1)
})

test('a reference is free in another project and for another type', async () => {
  await post({ reference: 'inv-5' })
  const call = {
    chainType: 'EVM',
    chainId: CHAIN_ID,
    addressIndex: 0,
    reference: 'inv-5',
    transaction: { to: TO, value: '0' },
  }
  const signed = await payer.client.post('/v1/wallet/hd/sign', call, randomUUID())
  expect(signed).toMatchObject({ code: 202, data: { type: 'SIGN', reference: 'inv-5' } })
  expect(await payer.client.post('/v1/wallet/hd/sign', call, randomUUID())).toMatchObject({
    code: 202,
    data: { id: transactionView.parse(signed.data).id },
  })
  const other = await walletClient()
  const theirs = await newWallet(other.tenant)
  const answer = await other.post(PATH, body({ fromAddress: theirs.address, reference: 'inv-5' }), randomUUID())
  expect(answer).toMatchObject({ code: 202, data: { reference: 'inv-5' } })
  expect(await rowsUnder('inv-5')).toHaveLength(3)
})

const SO_MANY = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'x']))
const SO_LARGE = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'x'.repeat(400)]))

test.each([
  ['an empty reference', { reference: '' }],
  ['a long reference', { reference: 'x'.repeat(129) }],
  ['a reference with a space before it', { reference: ' inv' }],
  ['a reference of two lines', { reference: 'a\nb' }],
  ['a number as reference', { reference: 7 }],
  ['a key without letters', { metadata: { '': 'x' } }],
  ['a key with brackets', { metadata: { 'a[b]': 'x' } }],
  ['a long key', { metadata: { ['k'.repeat(41)]: 'x' } }],
  ['an empty value', { metadata: { a: '' } }],
  ['a number as value', { metadata: { a: 1 } }],
  ['an object as value', { metadata: { a: { b: 'c' } } }],
  ['a long value', { metadata: { a: 'x'.repeat(501) } }],
  ['too many keys', { metadata: SO_MANY }],
  ['too many bytes', { metadata: SO_LARGE }],
])('%s is refused', async (_, change) => {
  expect(await post(change)).toMatchObject({ code: 400, message: 'Validation failed' })
})

test('one spelling of a text is one reference', async () => {
  const first = await post({ reference: 'caf\u00e9' })
  expect((await post({ reference: 'cafe\u0301' })).data).toMatchObject({ id: transactionView.parse(first.data).id })
})

test('a change of metadata sets what it names, removes what it empties, and keeps the rest', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd')
  const value = fc.option(fc.string({ maxLength: 5 }))
  fc.assert(
    fc.property(fc.dictionary(key, fc.string({ minLength: 1 })), fc.dictionary(key, value), (before, change) => {
      const after = changeMetadata(before, change) ?? {}
      for (const name of ['a', 'b', 'c', 'd']) {
        const wanted = Object.hasOwn(change, name) ? change[name] || undefined : before[name]
        expect(after[name]).toBe(wanted)
      }
    }),
    propertyRuns(),
  )
})
