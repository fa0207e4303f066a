import { and, count, eq, gt, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { webhookMessages } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { SECONDS_PER_MINUTE } from '@/server/durations'
import { formProblem } from '@/server/egress/target'
import { refusal, validationError } from '@/server/errors'
import { wake } from '@/server/waking/wake'
import { enqueueMessages } from './enqueue-messages'
import { TEST_EVENT } from './words'

/** A tester needs a few; more would turn the platform against somebody else's server. */
const TESTS_PER_MINUTE = 10

/**
 * Puts an event that tells of nothing into the outbox, to see how a URL answers; signed by the project's secret. Returns the message's id.
 * Throws invalid for a URL that webhooks may not have, rate_limited past ten a minute.
 */
export async function sendTestEvent(ctx: TenantCtx & { projectId: string }, url: string): Promise<{ id: string }> {
  const { db, businessId, projectId } = ctx
  // Where the name leads is checked by the delivery itself: no network inside this transaction.
  const problem = formProblem(url)
  if (problem) throw validationError([`url: ${problem}`])
  const now = ctx.now()
  // One after the other: each counts those before it.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhook tests ${projectId}`}, 0))`)
  const [recent] = await db
    .select({ tests: count() })
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.businessId, businessId),
        eq(webhookMessages.projectId, projectId),
        eq(webhookMessages.kind, TEST_EVENT),
        gt(webhookMessages.createdAt, new Date(now.getTime() - SECONDS_PER_MINUTE * 1_000)),
      ),
    )
  if ((recent?.tests ?? 0) >= TESTS_PER_MINUTE) {
    throw refusal('rate_limited', { retryAfter: SECONDS_PER_MINUTE })
  }
  const body = JSON.stringify({ type: TEST_EVENT, timestamp: now.toISOString(), data: { projectId } })
  const id = newId()
  const told = { source: 'test', sourceId: id, kind: TEST_EVENT, body } as const
  const way = { url, destinationId: null, scheme: 'standard', keySource: 'project', orderKey: null } as const
  await enqueueMessages(db, [{ id, businessId, projectId, ...told, ...way }], now)
  await appendAudit(ctx, { action: 'webhook.test-sent', target: id, detail: { url } })
  ctx.afterCommit(() => wake(webhooksWoken, {}))
  return { id }
}
