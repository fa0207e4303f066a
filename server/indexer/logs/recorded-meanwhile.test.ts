import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { keepHouse } from '@/server/database/partition-world.test-data'
import { MS_PER_DAY } from '@/server/durations'
import { byProof, proofTimeout } from '@/server/testing/proof'
import { ON_ATTEMPT } from '@/server/webhooks/on-attempt'
import { createRecorder } from '@/server/webhooks/record-attempts'
import { openDeliveryWorld } from './delivery-world.test-data'
import { listIndexerLogs } from './list-indexer-logs'

const on = openDeliveryWorld()
const EVENTS = 120
const ROUNDS = byProof(4, 40)

test(
  'creating and dropping partitions fails neither the recording of attempts nor lists',
  async () => {
    const ids: string[] = []
    for (let n = 0; n < EVENTS; n++) ids.push((await on.happen()).id)
    const messages = await workerCtx().db.select().from(webhookMessages).where(inArray(webhookMessages.id, ids))
    const { tenant } = on.client
    const progress = { isOver: false, read: 0, renewed: 0, held: 0 }
    const record = async () => {
      const recorders = Array.from({ length: 4 }, () => createRecorder(workerCtx(), ON_ATTEMPT))
      const result = { httpStatus: 500, error: 'status 500', latencyMs: 1, responseExcerpt: '', retryAfter: undefined }
      while (progress.renewed < ROUNDS) {
        for (let from = 0; from < messages.length; from += 12)
          await Promise.all(
            messages.slice(from, from + 12).map((message, n) =>
              recorders[n % recorders.length]?.({
                message,
                result,
                headers: {},
                signedWith: 'subscription',
                isResend: n % 2 === 0,
              }),
            ),
          )
      }
      progress.isOver = true
    }
    const read = async () => {
      while (!progress.isOver) {
        await inTenant(tenant, (ctx) =>
          listIndexerLogs({ ...ctx, projectId: tenant.projectId }, { page: 1 + (progress.read % 3), limit: 20 }),
        )
        progress.read++
      }
    }
    const keep = async () => {
      for (; progress.renewed < ROUNDS; progress.renewed++)
        await keepHouse(Date.now() + progress.renewed * 21 * MS_PER_DAY).catch((error: unknown) => {
          // A lock timed out, so the job is retried.
          expect(error).toMatchObject({ cause: { code: '55P03' } })
          progress.held++
        })
    }
    await Promise.all([record(), read(), keep()])
    expect(progress.held).toBeLessThan(ROUNDS)
    expect(progress.read).toBeGreaterThan(0)
  },
  proofTimeout(60_000),
)
