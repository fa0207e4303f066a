import { and, eq, sql } from 'drizzle-orm'
import type { webhookMessages } from '@/db/schema'
import { projects } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { unsealSecret } from '@/server/custody/secrets'
import { recallWebhookSecret } from './request-secrets'

/** The secret before the last rotation, until its overlap ends. */
const PREVIOUS_IN_OVERLAP = sql<Uint8Array | null>`case when webhook_secret_previous_until > now() then webhook_secret_previous_sealed end`

type Message = Pick<typeof webhookMessages.$inferSelect, 'businessId' | 'projectId' | 'transactionId' | 'ownSecret'>

/**
 * The keys a delivery is signed with: the request's own secret while memory holds it, else the project's (both of them during a rotation).
 * Nothing is ever sent unsigned.
 */
export async function deliveryKeys(
  { db }: WorkerCtx,
  message: Message,
): Promise<{ keys: Uint8Array[]; signedWith: 'request' | 'project' }> {
  const own = message.ownSecret && message.transactionId ? recallWebhookSecret(message.transactionId) : null
  if (own !== null) return { keys: [Buffer.from(own, 'utf8')], signedWith: 'request' }
  const [project] = await db
    .select({ current: projects.webhookSecretSealed, previous: PREVIOUS_IN_OVERLAP })
    .from(projects)
    .where(and(eq(projects.id, message.projectId), eq(projects.businessId, message.businessId)))
  if (!project) throw new Error('the project of a webhook message is gone')
  const place = { purpose: 'project-webhook', owner: message.projectId }
  const sealed = project.previous ? [project.current, project.previous] : [project.current]
  return { keys: await Promise.all(sealed.map((secret) => unsealSecret(place, secret))), signedWith: 'project' }
}
