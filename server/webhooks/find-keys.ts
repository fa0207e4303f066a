import { and, eq, sql } from 'drizzle-orm'
import { indexerSubscriptions, projects, webhookEndpoints, type webhookMessages } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { unsealSecret } from '@/server/custody/secrets'
import type { KeySource } from './contract'
import { endpointSecretUse } from './destinations/endpoint-secret-use'
import { recallWebhookSecret } from './request-secrets'
import { webhookSecretUse } from './webhook-secret-use'

type Message = Pick<typeof webhookMessages.$inferSelect, 'businessId' | 'projectId' | 'sourceId' | 'destinationId'>

/** `signedWith`: whose keys these are, where those the message asks for are gone. The caller wipes them when done. */
type FoundKeys = { keys: Uint8Array[]; signedWith: KeySource }

/** The keys a delivery is signed with, by what its message asks for. Nothing is ever sent unsigned. */
export const FIND_KEYS: Record<KeySource, (ctx: WorkerCtx, message: Message) => Promise<FoundKeys>> = {
  request: findRequestKeys,
  project: findProjectKeys,
  subscription: findSubscriptionKeys,
  endpoint: findEndpointKeys,
}

/** The request's own secret while memory holds it, else the project's. */
async function findRequestKeys(ctx: WorkerCtx, message: Message): Promise<FoundKeys> {
  const own = recallWebhookSecret(message.sourceId)
  if (own === null) return findProjectKeys(ctx, message)
  return { keys: [Buffer.from(own, 'utf8')], signedWith: 'request' }
}

/** The secret before the last rotation, until its overlap ends. */
const PREVIOUS_IN_OVERLAP = sql<Uint8Array | null>`case when webhook_secret_previous_until > now() then webhook_secret_previous_sealed end`

async function findProjectKeys({ db }: WorkerCtx, message: Message): Promise<FoundKeys> {
  const [project] = await db
    .select({ current: projects.webhookSecretSealed, previous: PREVIOUS_IN_OVERLAP })
    .from(projects)
    .where(and(eq(projects.id, message.projectId), eq(projects.businessId, message.businessId)))
  if (!project) throw new Error('the project of a webhook message is gone')
  const use = webhookSecretUse(message.projectId)
  const sealed = project.previous ? [project.current, project.previous] : [project.current]
  return { keys: await Promise.all(sealed.map((secret) => unsealSecret(use, secret))), signedWith: 'project' }
}

/** The same of a stored receiver. */
const PREVIOUS_OF_RECEIVER = sql<Uint8Array | null>`case when secret_previous_until > now() then secret_previous_sealed end`

async function findSubscriptionKeys({ db }: WorkerCtx, { businessId, destinationId }: Message): Promise<FoundKeys> {
  if (destinationId === null) throw new Error('a message of a subscription names none')
  const [row] = await db
    .select({ current: indexerSubscriptions.secretSealed, previous: PREVIOUS_OF_RECEIVER })
    .from(indexerSubscriptions)
    .where(and(eq(indexerSubscriptions.id, destinationId), eq(indexerSubscriptions.businessId, businessId)))
  if (!row) throw new Error('the subscription of a webhook message is gone')
  const use = { purpose: 'indexer-webhook', owner: destinationId }
  const sealed = row.previous ? [row.current, row.previous] : [row.current]
  return { keys: await Promise.all(sealed.map((secret) => unsealSecret(use, secret))), signedWith: 'subscription' }
}

async function findEndpointKeys({ db }: WorkerCtx, { businessId, destinationId }: Message): Promise<FoundKeys> {
  if (destinationId === null) throw new Error('a message of a webhook endpoint names none')
  const [row] = await db
    .select({ current: webhookEndpoints.secretSealed, previous: PREVIOUS_OF_RECEIVER })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, destinationId), eq(webhookEndpoints.businessId, businessId)))
  if (!row) throw new Error('the endpoint of a webhook message is gone')
  const use = endpointSecretUse(destinationId)
  const sealed = row.previous ? [row.current, row.previous] : [row.current]
  return { keys: await Promise.all(sealed.map((secret) => unsealSecret(use, secret))), signedWith: 'endpoint' }
}
