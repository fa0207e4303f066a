import { newId } from '@/db/new-id'
import { webhooksDue } from '@/inngest/events'
import { TEST_EVENT } from '@/schemas/webhooks/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { formProblem } from '@/server/egress/target'
import { validationError } from '@/server/errors'
import { wake } from '@/server/waking/wake'
import { enqueueMessages } from './enqueue-messages'
import { requireFewTests } from './require-few-tests'
import { toTestBody } from './view'

/**
 * Writes an event without content to the outbox, to test a URL; signed by the project's secret. Returns the message's
 * id. Throws invalid for a URL that webhooks may not have, rate_limited past ten a minute.
 */
export async function sendTestEvent(ctx: ProjectCtx, url: string): Promise<{ id: string }> {
  const { db, businessId, projectId } = ctx
  // The delivery itself checks the address of the host: this transaction must not use the network.
  const problem = formProblem(url)
  if (problem) throw validationError([`url: ${problem}`])
  const now = ctx.now()
  await requireFewTests(ctx)
  const body = toTestBody({ projectId, now })
  const id = newId()
  const eventRef = { source: 'test', sourceId: id, kind: TEST_EVENT, body } as const
  const way = { url, destinationId: null, scheme: 'standard', keySource: 'project', orderKey: null } as const
  await enqueueMessages(db, [{ id, businessId, projectId, ...eventRef, ...way }], now)
  await appendAudit(ctx, { action: 'webhook.test-sent', target: id, detail: { url } })
  ctx.afterCommit(() => wake(webhooksDue, {}))
  return { id }
}
