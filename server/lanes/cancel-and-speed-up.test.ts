import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { approvals, webhookMessages } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { createTenant } from '@/server/testing/create-tenant'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { getTimeline } from '@/server/transactions/get-timeline'
import { speedUpTransaction } from '@/server/transactions/speed-up-transaction'
import { cancelAsOperator } from './cancel-as-operator'
import { auditOf, openLanesWorld, type Row, rowOf } from './lanes-world.test-data'
import { speedUpAsOperator } from './speed-up-as-operator'

const on = openLanesWorld()
const { asTenant, asOperator, insert, sent } = on

describe('cancelling', () => {
  it('ends what was never signed at once, tells its webhook, and says who did it', async () => {
    const id = await insert({ webhookUrl: 'https://customer.example/hook' })
    const outcome = await asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: 'wrong address' }))
    expect(outcome).toEqual({ outcome: 'cancelled' })
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent', txHash: null })
    const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.sourceId, id))
    expect(messages).toHaveLength(1)
    const { timeline } = await asTenant((ctx) => getTimeline(ctx, id))
    expect(timeline.requests).toMatchObject([{ kind: 'cancel', by: 'Ada Obi', reason: 'wrong address' }])
  })

  it('ends what waits for a second person together with the question', async () => {
    const id = await insert({ stage: 'awaiting_approval' })
    const { businessId, projectId } = on.project.tenant
    const question = {
      businessId,
      projectId,
      transactionId: id,
      reason: '$60 is above $50',
      requestedBy: 'system:test',
    }
    await workerCtx()
      .db.insert(approvals)
      .values({ ...question, expiresAt: new Date(Date.now() + 60_000) })
    expect(await asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))).toEqual({
      outcome: 'cancelled',
    })
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent' })
    const { timeline } = await asTenant((ctx) => getTimeline(ctx, id))
    expect(timeline.approval).toMatchObject({ status: 'rejected', decidedBy: 'Ada Obi' })
  })

  it('only asks the engine once bytes may be out: the record stays pending', async () => {
    const id = await sent(3)
    expect(await asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))).toEqual({
      outcome: 'requested',
    })
    const { status, error, cancelRequestedAt } = await rowOf(id)
    expect({ status, error }).toEqual({ status: 'PENDING', error: null })
    expect(cancelRequestedAt).not.toBeNull()
  })

  it.each<[string, Row]>([
    ['a block holds', { stage: 'mined' }],
    ['has ended', { stage: 'final', status: 'COMPLETED' }],
    ['was sent on Solana', { stage: 'broadcast', chainType: 'SOLANA' }],
  ])('refuses what %s', async (_, row) => {
    const id = await insert(row)
    const refused = asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))
    await expect(refused).rejects.toMatchObject({ name: 'ApiError', code: 'conflict' })
    expect(await rowOf(id)).toMatchObject({ cancelRequestedAt: null })
  })

  it('knows no transaction of another business', async () => {
    const id = await insert()
    const other = await createTenant()
    const refused = inTenant(other, (ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING' })
  })

  it('happens once when twenty ask at the same time', async () => {
    const id = await insert({ webhookUrl: 'https://customer.example/hook' })
    const asked = Array.from({ length: 20 }, () =>
      asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' })).then(
        ({ outcome }) => outcome,
        () => 'refused',
      ),
    )
    expect(await Promise.all(asked)).toContain('cancelled')
    expect(await auditOf(on.tenant.businessId, id)).toHaveLength(1)
    const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.sourceId, id))
    expect(messages).toHaveLength(1)
  })

  it('by an operator is on the audit chain of the business and of the platform', async () => {
    const id = await sent(1)
    await asOperator((ctx) => cancelAsOperator(ctx, { transactionId: id, reason: 'customer asked' }))
    await asOperator((ctx) => speedUpAsOperator(ctx, { transactionId: id, reason: 'stuck' }))
    const actions = ['transaction.cancel_requested', 'transaction.speed_up_requested']
    expect((await auditOf(on.tenant.businessId, id)).map(({ action }) => action)).toEqual(actions)
    const ours = await auditOf(PLATFORM_BUSINESS_ID, id)
    expect(ours.map(({ action }) => action)).toEqual(actions)
    expect(ours[0]?.detail).toEqual({ businessId: on.tenant.businessId, reason: 'customer asked' })
  })
})

describe('speeding up', () => {
  it('asks the engine for a replacement at a higher fee', async () => {
    const id = await sent(2)
    await asTenant((ctx) => speedUpTransaction(ctx, { transactionId: id, reason: '' }))
    expect((await rowOf(id)).speedUpRequestedAt).not.toBeNull()
  })

  it('refuses what was not sent yet', async () => {
    const id = await insert()
    const refused = asTenant((ctx) => speedUpTransaction(ctx, { transactionId: id, reason: '' }))
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  })
})
