import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import superjson from 'superjson'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { transactions } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { workerCtx } from '@/server/ctx'
import { openPayer } from '@/server/testing/open-payer'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'

const payer = openPayer()
let developer: PortalCaller
beforeAll(async () => {
  developer = await newPortalCaller({ businessId: payer.client.tenant.businessId, role: 'developer' })
})

const envelope = z.object({ result: z.object({ data: z.any() }).optional(), error: z.any().optional() })
const sent = z.object({ id: z.uuid(), isRepeated: z.boolean() })
const refused = z.object({ message: z.string(), data: z.object({ reason: z.string(), param: z.string() }) })

async function press(change: object, key: string = randomUUID()) {
  const input = { projectId: payer.client.tenant.projectId, ...payer.transfer(change) }
  const { status, text } = await mutatePortal(developer, { path: 'transactions.send', input, key })
  const { result, error } = envelope.parse(JSON.parse(text))
  if (result) return { status, sent: sent.parse(superjson.deserialize(result.data)) }
  return { status, refused: refused.parse(superjson.deserialize(error)) }
}

const countUnder = (reference: string) => workerCtx().db.$count(transactions, eq(transactions.reference, reference))

test('a reference and metadata of the form are kept with the transaction', async () => {
  const metadata = { customer: 'c-77' }
  const { sent } = await press({ reference: 'form-1', metadata })
  const { data } = await payer.client.get(`/v1/wallet/transaction/${sent?.id}`)
  expect(transactionView.parse(data)).toMatchObject({ reference: 'form-1', metadata })
})

test('the same form under its reference is the same transfer, another one is refused at the reference', async () => {
  const first = await press({ reference: 'form-2' })
  expect(first.sent?.isRepeated).toBe(false)
  const again = await press({ reference: 'form-2' })
  expect(again).toEqual({ status: 200, sent: { id: first.sent?.id, isRepeated: true } })
  for (const change of [{ amount: '2' }, { metadata: { a: '1' } }]) {
    const other = await press({ reference: 'form-2', ...change })
    expect(other).toMatchObject({ status: 409, refused: { data: { reason: 'reference_used', param: 'reference' } } })
    expect(other.refused?.message).toContain(first.sent?.id)
  }
  expect(await countUnder('form-2')).toBe(1)
})

test('a refused reference can be corrected in the open form', async () => {
  await press({ reference: 'form-3' })
  const key = randomUUID()
  expect((await press({ reference: 'form-3', amount: '3' }, key)).status).toBe(409)
  expect((await press({ reference: 'form-3b', amount: '3' }, key)).sent?.isRepeated).toBe(false)
})

test('two forms under one reference at once make one transfer', async () => {
  const both = await Promise.all([press({ reference: 'form-4' }), press({ reference: 'form-4' })])
  expect(new Set(both.map(({ sent }) => sent?.id)).size).toBe(1)
  expect(both.map(({ sent }) => sent?.isRepeated).toSorted()).toEqual([false, true])
  expect(await countUnder('form-4')).toBe(1)
})
