import { and, eq } from 'drizzle-orm'
import { webhookAttempts, webhookMessages } from '@/db/schema'
import type { SignatureCheck } from '@/schemas/webhooks/signature-check'
import { type ProjectCtx, workerCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { findKeys } from './find-keys'
import { recallWebhookSecret } from './request-secrets'
import { SIGNERS, signaturesOf } from './signature'

/**
 * Repeats a destination's verification of an attempt, with the current keys. Called outside of transactions. Throws
 * not_found.
 */
export async function checkSignature(
  ctx: ProjectCtx,
  { messageId, attempt: number }: { messageId: string; attempt: number },
): Promise<SignatureCheck> {
  const [row] = await ctx.db
    .select({ message: webhookMessages, attempt: webhookAttempts })
    .from(webhookMessages)
    .innerJoin(webhookAttempts, eq(webhookAttempts.messageId, webhookMessages.id))
    .where(
      and(
        eq(webhookMessages.businessId, ctx.businessId),
        eq(webhookAttempts.businessId, ctx.businessId),
        eq(webhookMessages.projectId, ctx.projectId),
        eq(webhookMessages.id, messageId),
        eq(webhookAttempts.number, number),
      ),
    )
  if (!row) throw notFound('Webhook attempt')
  const { message, attempt } = row
  const id = message.reportedAs ?? message.id
  const { timestamp, signatures } = signaturesOf(message.scheme, attempt.requestHeaders)
  const expected = await expectedOf({ ...message, keySource: attempt.signedWith }, { id, timestamp })
  const checked = signatures.map((value) => ({ value, matches: expected?.includes(value) ?? false }))
  return {
    scheme: message.scheme,
    sentAt: attempt.createdAt.toISOString(),
    signedWith: attempt.signedWith,
    id,
    timestamp,
    contentStart: message.scheme === 'standard' ? `${id}.${timestamp}.` : `${timestamp}.`,
    signatures: checked,
    verdict: expected === null ? 'key_not_kept' : checked.some(({ matches }) => matches) ? 'valid' : 'key_replaced',
  }
}

type Signed = typeof webhookMessages.$inferSelect
type Moment = { id: string; timestamp: number }

/** The signatures that the present keys make; null for a secret that came with the request and is not in memory. */
async function expectedOf(message: Signed, { id, timestamp }: Moment): Promise<string[] | null> {
  if (message.keySource === 'request' && recallWebhookSecret(message.sourceId) === null) return null
  const { keys } = await (await findKeys(workerCtx(), [message]))(message)
  const headers = SIGNERS[message.scheme](keys, { id, timestamp, body: message.body })
  for (const key of keys) key.fill(0)
  return signaturesOf(message.scheme, headers).signatures
}
