import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { businesses, paymentDocuments, paymentRefunds, payments } from '@/db/schema'
import type { DocumentContent, DocumentName } from '@/schemas/payments/documents/contract'
import { inTenant, inTenantReading, inWorker, workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import {
  createPayer,
  createPlanAt,
  openTopUp,
  type Payer,
  pay,
  readPayment,
  receiptsOf,
} from '@/server/payments/payment-world.test-data'
import { createPayment } from '@/server/payments/subscribe'
import { countTurns } from '@/server/testing/count-turns'
import { openDatabase } from '@/server/testing/open-database'
import { formatDay } from '@/server/text/format-day'
import { formatUtc } from '@/server/text/format-utc'
import { getDocument } from './get-document'
import { bytesOf, readPdf } from './read-pdf.test-data'
import { streamPdf } from './stream-pdf'

openDatabase()
beforeAll(() => createPlatform())

const db = () => workerCtx().db
const read = (payer: Payer, paymentId: string, name: DocumentName) =>
  inTenantReading(payer, (ctx) => getDocument({ ...ctx, projectId: payer.projectId }, { paymentId, name }))
const readText = async (payer: Payer, paymentId: string, name: DocumentName) =>
  (await readPdf(await bytesOf(streamPdf(await read(payer, paymentId, name))))).text

const numbersOf = (kind: 'INVOICE' | 'RECEIPT', year: number) =>
  db()
    .select({ number: paymentDocuments.number })
    .from(paymentDocuments)
    .where(and(eq(paymentDocuments.kind, kind), eq(paymentDocuments.year, year)))
    .orderBy(asc(paymentDocuments.number))
    .then((rows) => rows.map(({ number }) => number))

test('an invoice shows the amount, the rate and where to pay', async () => {
  const payer = await createPayer()
  await db().update(businesses).set({ name: 'Ọlá & Ṣadé Ltd' }).where(eq(businesses.id, payer.businessId))
  const { paymentId } = await openTopUp(payer)
  const text = await readText(payer, paymentId, 'invoice')
  for (const part of [
    /INV-\d{4}-\d{6}/,
    'To pay',
    // The font has no S with a dot below.
    'Ọlá & Sadé Ltd',
    'USD 20.00 for the balance',
    'NGN 31,000.00',
    'NGN 1,550.00 for USD 1',
    '9000000001',
    `SLP-${paymentId}-0`,
    'No seller is named',
  ])
    expect(text).toMatch(part)
  expect(text).not.toContain('₦')
})

test('the invoice of a plan shows its period, its full price and the credit for unused time', async () => {
  const payer = await createPayer()
  const planId = await createPlanAt({ priceMinor: 7_500_000n })
  const opener = {
    ...{ kind: 'FIAT' as const, provider: 'sandbox', watchMs: 1_000 },
    expects: ({ amountMinor }: { amountMinor: bigint }) => ({ expectedUnits: amountMinor, currency: 'NGN' as const }),
    open: () => Promise.reject(new Error('not opened here')),
  }
  const request = { purpose: 'SUBSCRIPTION', planId, billingCycle: 'MONTHLY', description: 'November' } as const
  const { paymentId } = await inTenant(payer, (ctx) =>
    createPayment({ ...ctx, projectId: payer.projectId }, { request, openers: [opener] }),
  )
  if (!paymentId) throw new Error('no payment')
  await db().update(payments).set({ creditMinor: 1_000_050n }).where(eq(payments.id, paymentId))
  const { periodStart, periodEnd } = await readPayment(paymentId)
  const text = await readText(payer, paymentId, 'invoice')
  expect(text).toContain(`${formatDay(periodStart ?? '')} to ${formatDay(periodEnd ?? '')}`)
  expect(text).toContain('NGN 85,000.50')
  expect(text).toContain('-NGN 10,000.50')
  expect(text).toContain('NGN 75,000.00')
  expect(text).toContain('November')
})

test('a receipt exists once paid and shows amounts, times, payers and ids; refunds are noted', async () => {
  const payer = await createPayer()
  const { paymentId, accountIds } = await openTopUp(payer)
  await expect(read(payer, paymentId, 'receipt')).rejects.toThrow('Receipt not found')
  const paidAt = new Date()
  await pay({ accountId: accountIds[0], units: 3_100_000n, paidAt, txn: `TXN-${paymentId}` })
  const [receipt] = await receiptsOf(paymentId)
  const reference = `RFD-${paymentId}`
  await db()
    .insert(paymentRefunds)
    .values({
      ...{ businessId: payer.businessId, paymentId, receiptId: receipt?.id, to: 'PROVIDER', state: 'DONE' },
      ...{ provider: 'sandbox', source: 'SETTLED', balanceMinor: 500_000n },
      ...{ currency: 'NGN', units: 500_000n, reference, reason: 'Sent twice', requestedBy: 'test', endedAt: paidAt },
    })
  const text = await readText(payer, paymentId, 'receipt')
  for (const part of ['Paid', `TXN-${paymentId}`, 'sandbox', `SLP-${paymentId}-0`, 'Applied'])
    expect(text).toContain(part)
  expect(text).toContain(formatUtc(paidAt))
  for (const part of [reference, 'NGN 5,000.00', 'Sent twice', 'Refunded']) expect(text).toContain(part)
  expect(await readText(payer, paymentId, 'invoice')).not.toContain('9000000001')
})

test('many receipts fill several numbered pages', async () => {
  const payer = await createPayer()
  const { paymentId, accountIds } = await openTopUp(payer)
  for (let n = 0; n < 12; n += 1) await pay({ accountId: accountIds[0], units: 300_000n, paidAt: new Date() })
  const { text, pages } = await readPdf(await bytesOf(streamPdf(await read(payer, paymentId, 'receipt'))))
  expect(pages).toBeGreaterThan(1)
  expect(text).toContain(`page ${pages}`)
  expect(text.match(/NGN 3,000\.00/g)).toHaveLength(12)
})

test('documents of another business are not found', async () => {
  const [payer, other] = [await createPayer(), await createPayer()]
  const { paymentId } = await openTopUp(payer)
  await expect(read(other, paymentId, 'invoice')).rejects.toThrow('Payment not found')
})

test('numbers have no gap, though many are paid at once and some transactions fail', async () => {
  const year = new Date().getUTCFullYear()
  const payers = await Promise.all(Array.from({ length: 6 }, () => createPayer()))
  const failed = { failed: 0 }
  await Promise.all(
    payers.map(async (payer) => {
      const { paymentId, accountIds } = await openTopUp(payer)
      await inWorker(async (ctx) => {
        await ctx.db.update(payments).set({ status: 'SUCCESS' }).where(eq(payments.id, paymentId))
        throw new Error('undone')
      }).catch(() => {
        failed.failed += 1
      })
      await pay({ accountId: accountIds[0], units: 3_100_000n, paidAt: new Date() })
    }),
  )
  expect(failed.failed).toBe(6)
  for (const kind of ['INVOICE', 'RECEIPT'] as const) {
    const numbers = await numbersOf(kind, year)
    expect(numbers.length).toBeGreaterThanOrEqual(6)
    expect(numbers).toEqual(numbers.map((_, n) => n + 1))
  }
})

test('numbers restart at 1 each year, and never change', async () => {
  const payer = await createPayer()
  const { paymentId } = await openTopUp(payer, { now: new Date('2019-12-31T23:59:59Z') })
  const { paymentId: next } = await openTopUp(payer, { now: new Date('2020-01-01T00:00:00Z') })
  expect((await read(payer, paymentId, 'invoice')).number).toBe('INV-2019-000001')
  await db().update(payments).set({ status: 'FAILED' }).where(eq(payments.id, paymentId))
  expect(await read(payer, paymentId, 'invoice')).toMatchObject({
    number: 'INV-2019-000001',
    stamp: { text: 'Not paid' },
    sections: [],
  })
  expect((await read(payer, next, 'invoice')).number).toBe('INV-2020-000001')
})

test('a long document is drawn in slices, with other work of the process in between', async () => {
  const fact = { label: 'Reference', value: 'SLP-8F3KQ2M7T4WX' }
  const paper: DocumentContent = {
    ...{ title: 'Receipt', number: 'RCT-2026-000001', issuedAt: '2026-01-01T00:00:00Z' },
    ...{ stamp: { text: 'Paid', tone: 'good' }, seller: ['Slipway'], buyer: ['Ada'], facts: [fact] },
    ...{ lines: [{ text: 'Top-up', detail: '', amount: 'NGN 1.00' }], totals: [{ ...fact, isMain: true }] },
    sections: [{ title: 'Received', intro: '', entries: Array.from({ length: 100 }, () => [fact, fact, fact, fact]) }],
  }
  expect(await countTurns(() => bytesOf(streamPdf(paper)))).toBeGreaterThan(10)
})
