import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog } from '@/db/schema'
import { answering } from '@/dev/testing/webhook-receiver'
import { wakeDueWorkers } from '@/inngest/workers'
import { verifyAudit } from '@/server/audit/verify-audit'
import { workerCtx } from '@/server/ctx'
import { enqueueMessage, makeDue, type Owner, readMessage } from '@/server/testing/messages'
import { as, openWebhookWorld } from '@/server/testing/webhook-world'
import { claimDue } from './claim-due'
import { dispatchWebhooks } from './dispatch'
import { getMessage } from './get-message'
import { resendMessage } from './resend-message'

const world = openWebhookWorld()

const get = (who: Owner, id: string) => as(who, (ctx) => getMessage(ctx, id))
const resend = (who: Owner, id: string) => as(who, (ctx) => resendMessage(ctx, id))

describe('a resend', () => {
  async function delivered(): Promise<string> {
    const id = await enqueueMessage(world.owner, world.receiver.url)
    await dispatchWebhooks(workerCtx())
    world.onWake()
    return id
  }

  test('sends a delivered message again, the same in id and body, by the job alone', async () => {
    const id = await delivered()
    await resend(world.owner, id)
    expect(world.receiver.visits).toHaveLength(1)
    expect(world.dueEvent.times).toBe(1)
    expect((await get(world.owner, id)).message.resendRequestedAt).not.toBeNull()
    expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
    expect(world.receiver.visits).toHaveLength(2)
    expect(world.receiver.visits[1]?.body).toBe(world.receiver.visits[0]?.body)
    expect(world.receiver.visits[1]?.headers['webhook-id']).toBe(id)
    const { message, attempts } = await readMessage(id)
    expect(message).toMatchObject({
      status: 'delivered',
      attemptCount: 2,
      resendCount: 1,
      resendRequestedAt: null,
      leaseUntil: null,
    })
    expect(attempts.map(({ number, isResend }) => [number, isResend])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  test('asked for many times at once happens once and is audited once', async () => {
    const id = await delivered()
    await Promise.all(Array.from({ length: 5 }, () => resend(world.owner, id)))
    await dispatchWebhooks(workerCtx())
    expect(world.receiver.visits).toHaveLength(2)
    const audits = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, world.owner.businessId))
    expect(audits.filter((row) => row.action === 'webhook.resend-requested')).toMatchObject([
      { target: id, projectId: world.owner.projectId },
    ])
    expect(await as(world.owner, verifyAudit)).toMatchObject({ isIntact: true })
  })

  test('of a failed message that now succeeds makes it delivered', async () => {
    world.receiver.answer(answering(410))
    const id = await delivered()
    expect((await readMessage(id)).message.status).toBe('failed')
    world.receiver.answer(answering(200))
    await resend(world.owner, id)
    await dispatchWebhooks(workerCtx())
    expect((await readMessage(id)).message).toMatchObject({ status: 'delivered', attemptCount: 2 })
  })

  test.each([
    [410, 'failed'],
    [200, 'delivered'],
  ])('that fails leaves a message whose first answer was %i %s', async (status, expected) => {
    world.receiver.answer(answering(status))
    const id = await delivered()
    world.receiver.answer(answering(500))
    await resend(world.owner, id)
    expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
    expect(await readMessage(id)).toMatchObject({
      message: { status: expected, nextAttemptAt: null, resendRequestedAt: null, leaseUntil: null },
      attempts: [{ httpStatus: status }, { httpStatus: 500, isResend: true }],
    })
  })

  test('of a message between two retries neither moves its schedule nor uses it up', async () => {
    world.receiver.answer(answering(500))
    const id = await delivered()
    const before = (await readMessage(id)).message
    for (let time = 0; time < 3; time++) {
      await resend(world.owner, id)
      await dispatchWebhooks(workerCtx())
    }
    const after = (await readMessage(id)).message
    expect(after).toMatchObject({
      status: 'pending',
      nextAttemptAt: before.nextAttemptAt,
      attemptCount: 4,
      resendCount: 3,
    })
    await makeDue(id)
    const startedAt = Date.now()
    const due = (await dispatchWebhooks(workerCtx())).nextAt?.getTime() ?? 0
    // The second wait of the schedule, not the fifth.
    expect((due - startedAt) / 1_000).toBeGreaterThanOrEqual(30)
    expect((due - Date.now()) / 1_000).toBeLessThanOrEqual(33)
  })

  test('asked for while a delivery runs follows it', async () => {
    const id = await enqueueMessage(world.owner, world.receiver.url)
    world.receiver.answer((_visit, response) => void resend(world.owner, id).then(() => response.end()))
    const running = dispatchWebhooks(workerCtx())
    await running.then(() => world.receiver.answer(answering(200)))
    await dispatchWebhooks(workerCtx())
    expect(world.receiver.visits.length).toBeGreaterThanOrEqual(2)
    expect((await readMessage(id)).message.attemptCount).toBe(world.receiver.visits.length)
  })

  test('whose wake-up got lost is found by the sweep', async () => {
    const id = await delivered()
    await resend(world.owner, id)
    world.dueEvent.times = 0
    await wakeDueWorkers(workerCtx())
    expect(world.dueEvent.times).toBe(1)
    expect(
      await claimDue(workerCtx(), {
        free: 9,
        perProject: 9,
        inFlightOf: new Map(),
        perDestination: 10,
        inFlightTo: new Map(),
        leaseMs: 1_000,
      }),
    ).toMatchObject([{ id }])
  })
})
