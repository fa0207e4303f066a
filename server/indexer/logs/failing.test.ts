import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { makeDue } from '@/server/testing/messages'
import { openDeliveryWorld } from './delivery-world.test-data'

const on = openDeliveryWorld()
const { happen, deliver, countsOf } = on

const HOUR_MS = 3_600_000

/** Moves all earlier attempts this far into the past. */
const wait = (ms: number) =>
  workerCtx().db.execute(sql`update webhook_failing set since = since - make_interval(secs => ${ms / 1_000})`)

async function failAgain(id: string): Promise<void> {
  on.receiver.answer(answering(500))
  await makeDue(id)
  await deliver()
}

describe('a destination that fails', () => {
  test('for five days pauses its subscription; resuming starts the count again', async () => {
    on.receiver.answer(answering(500))
    const { id } = await happen()
    await deliver()
    await wait(120 * HOUR_MS - 60_000)
    await failAgain(id)
    expect(await countsOf()).toMatchObject({ status: 'active', pausedBecause: null })
    await wait(60_000)
    await failAgain(id)
    expect(await countsOf()).toMatchObject({ status: 'paused', pausedBecause: 'failing' })
    const visits = on.receiver.visits.length
    await makeDue(id)
    await deliver()
    expect(on.receiver.visits).toHaveLength(visits)
    await on.client.patch(on.path, { status: 'active' })
    await failAgain(id)
    expect(await countsOf()).toMatchObject({ status: 'active', pausedBecause: null })
  })

  test('but once succeeded is not paused, nor is one that moved', async () => {
    on.receiver.answer(answering(500))
    const { id } = await happen()
    await deliver()
    await wait(119 * HOUR_MS)
    on.receiver.answer(answering(200))
    await happen()
    await deliver()
    await failAgain(id)
    await wait(119 * HOUR_MS)
    await failAgain(id)
    expect(await countsOf()).toMatchObject({ status: 'active' })
    await on.client.patch(on.path, { webhookUrl: `${on.receiver.url}/elsewhere` })
    await failAgain(id)
    await wait(119 * HOUR_MS)
    await failAgain(id)
    expect(await countsOf()).toMatchObject({ status: 'active' })
  })

  test('only test events is not paused', async () => {
    on.receiver.answer(answering(500))
    await on.client.post(`${on.path}/test`)
    await deliver()
    await wait(121 * HOUR_MS)
    await happen()
    await deliver()
    expect(await countsOf()).toMatchObject({ status: 'active' })
  })
})
