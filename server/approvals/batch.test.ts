import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { approvals, blockedAddresses, webhookMessages } from '@/db/schema'
import { verifyAudit } from '@/server/audit/verify-audit'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { balanceOf, credit } from '@/server/ledger/ledger.test-data'
import { dollars, RECIPIENT, type SpendingProject } from '@/server/policies/spending-project.test-data'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { approve, as, list, type Person, projectOfTwo, reject, request } from './approvals.test-data'
import { approveSeen, auditOfBatch, linesOf, readBatch, rejectSeen, requestBatch, rowsOf } from './batch.test-data'
import { countPending } from './count-pending'

const OTHER = '0x00000000000000000000000000000000000000AA'

openDatabase()
let project: SpendingProject
let ada: Person
let tunde: Person

beforeEach(async () => {
  ;({ project, ada, tunde } = await projectOfTwo())
})

const three = () => [1, 2, 3].map((amount) => ({ valueUsdMicros: dollars(amount), amountUnits: BigInt(amount) }))
const stagesOf = async (batchId: string) => (await rowsOf(batchId)).map(({ status, stage }) => `${status} ${stage}`)
const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.filter(({ status }) => status === 'fulfilled')

test('shows a batch as one row, and its lines to new recipients first', async () => {
  await request(project)
  await inTenant(project.tenant, (ctx) => project.insertRow(ctx, { status: 'COMPLETED', stage: 'final' }))
  const token = { tokenAddress: OTHER, decimals: 6, valueUsdMicros: dollars(4) }
  const batchId = await requestBatch(project, [
    { valueUsdMicros: dollars(1) },
    { ...token, amountUnits: 2_500_000n },
    { ...token, amountUnits: 1_500_000n, toAddress: OTHER },
  ])
  expect(await readBatch(ada, batchId)).toMatchObject({
    ...{ lines: 3, linesToNewRecipients: 1, valueUsd: '9.00', bar: null, reasons: ['The batch is above $50.00'] },
    totals: [
      { chainId: 84_532, amount: '1', lines: 1 },
      { chainId: 84_532, tokenAddress: OTHER, amount: '4', lines: 2 },
    ],
  })
  const { items, total } = await linesOf(ada, batchId)
  expect(total).toBe(3)
  expect(items.map((line) => [line.transaction.toAddress, line.isNewRecipient])).toEqual([
    [OTHER, true],
    [RECIPIENT, false],
    [RECIPIENT, false],
  ])
  expect((await list(ada, 'pending')).total).toBe(1)
  expect(await as(ada, countPending)).toBe(4)
})

test('approves all lines with one entry in the audit log, once however often they are asked for', async () => {
  const batchId = await requestBatch(project, three())
  const seen = await readBatch(ada, batchId)
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => approveSeen(ada, seen, 'Payroll')))
  expect(fulfilled(outcomes)).toMatchObject([{ value: { decided: 3, refused: [] } }])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
  expect(await stagesOf(batchId)).toEqual(Array(3).fill('PENDING queued'))
  expect(await auditOfBatch(batchId)).toMatchObject([
    {
      action: 'batch.approved',
      detail: { lines: 3, refused: 0, valueUsd: '6.00', requestedBy: expect.any(String), note: 'Payroll' },
    },
  ])
  const decided = await list(ada, 'decided')
  expect(decided.items.map(({ status, decidedBy, note }) => [status, decidedBy, note])).toEqual(
    Array(3).fill(['approved', 'Ada Obi', 'Payroll']),
  )
  expect(await as(ada, (ctx) => verifyAudit(ctx))).toMatchObject({ isIntact: true })
})

test('rejects all lines, gives their gas back and tells the customer of each once', async () => {
  await credit(project.tenant, dollars(5))
  const held = three().map((line) => ({
    ...line,
    feeHoldMicros: dollars(1),
    webhookUrl: 'https://customer.example/hook',
  }))
  const batchId = await requestBatch(project, held)
  expect(await balanceOf(project.tenant)).toEqual({ available: '2.00', reserved: '3.00' })
  const seen = await readBatch(tunde, batchId)
  const [first, second] = await Promise.allSettled([rejectSeen(tunde, seen, 'Wrong month'), rejectSeen(ada, seen)])
  const counts = [first, second].map((one) => (one.status === 'fulfilled' ? one.value.decided : 0))
  expect(counts.sort()).toEqual([0, 3])
  expect(new Set((await rowsOf(batchId)).map(({ status, error }) => `${status} ${error}`)).size).toBe(1)
  expect(await balanceOf(project.tenant)).toEqual({ available: '5.00', reserved: '0.00' })
  const ids = (await rowsOf(batchId)).map(({ id }) => id)
  const messages = workerCtx().db.select().from(webhookMessages).where(inArray(webhookMessages.sourceId, ids))
  expect((await messages).map(({ sourceId }) => sourceId).sort()).toEqual(ids)
  expect(await auditOfBatch(batchId)).toMatchObject([{ action: 'batch.rejected', detail: { lines: 3, refused: 0 } }])
})

test('decides nothing where the waiting lines are no longer those that were seen', async () => {
  const batchId = await requestBatch(project, three())
  const seen = await readBatch(ada, batchId)
  const [line] = (await linesOf(ada, batchId)).items
  await reject(tunde, line?.id ?? '')
  for (const decide of [approveSeen, rejectSeen])
    await expect(decide(ada, seen)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The batch changed since you opened it: 2 lines wait now. Check it again',
    })
  expect((await stagesOf(batchId)).sort()).toEqual([
    'FAILED awaiting_approval',
    ...Array(2).fill('PENDING awaiting_approval'),
  ])
  expect(await approveSeen(ada, await readBatch(ada, batchId))).toEqual({ decided: 2, refused: [] })
  await expect(approveSeen(ada, seen)).rejects.toMatchObject({
    code: 'conflict',
    message: 'No line of the batch waits any more',
  })
})

test('refuses whoever asked for the batch', async () => {
  const batchId = await requestBatch(project, three(), ada)
  const seen = await readBatch(ada, batchId)
  expect(seen.bar).toBe('request')
  for (const decide of [approveSeen, rejectSeen])
    await expect(decide(ada, seen)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await stagesOf(batchId)).toEqual(Array(3).fill('PENDING awaiting_approval'))
  expect(await approveSeen(tunde, await readBatch(tunde, batchId))).toMatchObject({ decided: 3 })
})

test("shows and decides nothing of another business's or another project's", async () => {
  const batchId = await requestBatch(project, three())
  const seen = await readBatch(ada, batchId)
  const other = await createTenant()
  for (const stranger of [other, { ...ada, projectId: other.projectId }, { ...ada, businessId: other.businessId }]) {
    await expect(approveSeen(stranger, seen)).rejects.toMatchObject({ code: 'not_found' })
    await expect(rejectSeen(stranger, seen)).rejects.toMatchObject({ code: 'not_found' })
    expect((await linesOf(stranger, batchId)).items).toEqual([])
  }
  expect(await stagesOf(batchId)).toEqual(Array(3).fill('PENDING awaiting_approval'))
})

test('a line that cannot pass now is refused with its code and keeps waiting, the others go', async () => {
  const lines = three().map((line, n) => (n === 1 ? { ...line, toAddress: OTHER, reference: 'pay-2' } : line))
  const batchId = await requestBatch(project, lines)
  const { businessId } = project.tenant
  await inWorker(({ db }) =>
    db.insert(blockedAddresses).values({ businessId, address: OTHER, reason: 'test', createdBy: 'test' }),
  )
  const [, blocked] = await rowsOf(batchId)
  expect(await approveSeen(ada, await readBatch(ada, batchId))).toMatchObject({
    decided: 2,
    refused: [{ transactionId: blocked?.id, reference: 'pay-2', code: 'address_blocked' }],
  })
  expect(await stagesOf(batchId)).toEqual(['PENDING queued', 'PENDING awaiting_approval', 'PENDING queued'])
  await project.setPolicy({ allowedRecipients: [] })
  const left = await readBatch(ada, batchId)
  expect(left.lines).toBe(1)
  expect(await approveSeen(ada, left)).toMatchObject({ decided: 0, refused: [{ code: 'address_blocked' }] })
  expect(await auditOfBatch(batchId)).toHaveLength(1)
})

test('a line whose time is over is refused, the others go', async () => {
  const batchId = await requestBatch(project, three())
  const [line] = (await linesOf(ada, batchId)).items
  await inWorker(({ db }) =>
    db
      .update(approvals)
      .set({ expiresAt: new Date() })
      .where(eq(approvals.id, line?.id ?? '')),
  )
  expect(await approveSeen(ada, await readBatch(ada, batchId))).toMatchObject({
    decided: 2,
    refused: [{ transactionId: line?.transaction.id, message: expect.stringContaining('The time to decide is over') }],
  })
})

test('of an approval and a rejection at once, of all or of one line, each line has one decision', async () => {
  for (let round = 0; round < 4; round++) {
    const batchId = await requestBatch(project, three())
    const seen = await readBatch(ada, batchId)
    const [line] = (await linesOf(ada, batchId)).items
    await Promise.allSettled([
      approveSeen(ada, seen),
      rejectSeen(tunde, seen),
      round % 2 === 0 ? approve(tunde, line?.id ?? '') : reject(ada, line?.id ?? ''),
    ])
    for (const row of await rowsOf(batchId)) {
      const [approval] = await workerCtx().db.select().from(approvals).where(eq(approvals.transactionId, row.id))
      expect([approval?.status, row.status, row.stage]).toEqual(
        expect.toBeOneOf([
          ['approved', 'PENDING', 'queued'],
          ['rejected', 'FAILED', 'awaiting_approval'],
          ['pending', 'PENDING', 'awaiting_approval'],
        ]),
      )
    }
  }
})

test('decides as single approvals of its lines in their order would', async () => {
  const line = fc.record({ usd: fc.integer({ min: 1, max: 40 }), isOld: fc.boolean(), isOther: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean(), async (lines, isNarrow) => {
      const stored = lines.map(({ usd, isOld, isOther }) => ({
        valueUsdMicros: dollars(usd),
        toAddress: isOther ? OTHER : RECIPIENT,
        ...(isOld ? { createdAt: new Date(Date.now() - 30 * MS_PER_HOUR) } : {}),
      }))
      const rules = {
        ...{ dailyMicros: dollars(100), perTransactionMicros: dollars(30) },
        allowedRecipients: isNarrow ? [{ address: RECIPIENT, label: '' }] : null,
      }
      const [together, oneByOne] = [await projectOfTwo(), await projectOfTwo()]
      await together.project.setPolicy(rules)
      const batchId = await requestBatch(together.project, stored)
      await approveSeen(together.ada, await readBatch(together.ada, batchId))
      await oneByOne.project.setPolicy(rules)
      const singles = await requestBatch(oneByOne.project, stored)
      for (const { id } of await rowsOf(singles)) {
        const [approval] = await workerCtx().db.select().from(approvals).where(eq(approvals.transactionId, id))
        await approve(oneByOne.ada, approval?.id ?? '').catch((error) => expect(error.code).toBe('failed'))
      }
      expect(await stagesOf(batchId)).toEqual(await stagesOf(singles))
    }),
    propertyRuns(6, 100),
  )
})
