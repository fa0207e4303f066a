import { type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { DUE_AT, IS_DUE } from './due-messages'
import { hasRequestSecrets, recallWebhookSecret } from './request-secrets'

/**
 * How long a due message is left to the process that has its request's secret. Afterwards any process signs it with the
 * project's secret.
 */
const HOLDER_FIRST = sql`interval '10 seconds'`
const MAX_HELD = 10_000
/** A message to sign with the secret of its request, which only one process has. */
const OWN_KEY = sql`key_source = 'request'`

/** Redundant beside `DUE_AT`, but written so that indexes find messages that became due in these seconds. */
const DUE_LATELY = sql`((status = 'pending' and next_attempt_at <= now() and next_attempt_at > now() - ${HOLDER_FIRST})
  or resend_requested_at > now() - ${HOLDER_FIRST})`

/** Due messages whose secret this process has. */
export async function findHeld({ db }: WorkerCtx): Promise<string[]> {
  if (!hasRequestSecrets()) return []
  const fresh = await db
    .select({ id: webhookMessages.id, sourceId: webhookMessages.sourceId })
    .from(webhookMessages)
    .where(sql`${DUE_LATELY} and ${OWN_KEY} and ${IS_DUE} and ${DUE_AT} > now() - ${HOLDER_FIRST}`)
    .limit(MAX_HELD)
  return fresh.filter(({ sourceId }) => recallWebhookSecret(sourceId) !== null).map(({ id }) => id)
}

/** Whether this process may claim a due message: it has the secret, or the other process had enough time. */
export function isClaimableHere(held: readonly string[]): SQL {
  return sql`(not ${OWN_KEY} or ${DUE_AT} <= now() - ${HOLDER_FIRST} or ${isHeld(held)})`
}

/** When this process should poll for an open message: for one left to another process, after that process's time. */
export function pollTime(held: readonly string[]): SQL {
  return sql`case when ${OWN_KEY} and ${DUE_AT} <= now() and not ${isHeld(held)} then ${DUE_AT} + ${HOLDER_FIRST} else ${DUE_AT} end`
}

function isHeld(held: readonly string[]): SQL {
  return sql`id::text in (select jsonb_array_elements_text(${JSON.stringify(held)}::jsonb))`
}
