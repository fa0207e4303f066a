import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { webhookEndpoints, webhookMessages } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { sealSecret } from '@/server/custody/secrets'
import type { Owner } from '@/server/testing/messages'
import { WEBHOOK_ENDPOINT } from './destination-kinds'
import { type OutgoingEvent, publishEvents } from './publish-events'

type Requested = Partial<typeof webhookEndpoints.$inferInsert>

/** An endpoint of the owner's project whose secret we know. */
export async function addEndpoint(
  owner: Pick<Owner, 'businessId' | 'projectId'>,
  url: string,
  request: Requested = {},
): Promise<{ id: string; secret: Buffer }> {
  const id = v7()
  const secret = randomBytes(32)
  const secretSealed = await sealSecret(WEBHOOK_ENDPOINT.secretUseOf(id), secret)
  const { businessId, projectId } = owner
  const row = { id, businessId, projectId, url, events: ['wallet.*'], secretSealed, createdBy: 'test', ...request }
  await workerCtx().db.insert(webhookEndpoints).values(row)
  return { id, secret }
}

/** Something happens in the owner's project. Answers how many messages it made. */
export function publishTestEvent(
  owner: Pick<Owner, 'businessId' | 'projectId'>,
  event: Partial<OutgoingEvent> = {},
): Promise<number> {
  const { businessId, projectId } = owner
  const kind = 'wallet.transfer.completed'
  const reported = { businessId, projectId, kind, source: 'transaction', sourceId: v7(), orderKey: null } as const
  const body = () => JSON.stringify({ type: kind, timestamp: '2026-11-21T11:05:44.862Z', data: {} })
  return inWorker(({ db, now }) => publishEvents(db, [{ ...reported, body, ...event }], now()))
}

export async function readEndpoint(id: string) {
  const [row] = await workerCtx().db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  if (!row) throw new Error('no endpoint')
  return row
}

export function messagesTo(destinationId: string) {
  return workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.destinationId, destinationId))
}
