import { type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { DUE_AT, IS_DUE } from './due-messages'
import { hasRequestSecrets, recallWebhookSecret } from './request-secrets'

/**
 * How long a due message with a request's secret is left to the process that holds the secret; afterwards any process
 * signs with the project's secret.
 */
const HOLDER_FIRST = sql`interval '10 seconds'`
const MAX_HELD = 10_000
/** To be signed with the key its request brought, which lives in one process only. */
const OWN_KEY = sql`key_source = 'request'`

/** Says nothing new beside `DUE_AT`: so written, indexes find what became due in these seconds. */
const DUE_LATELY = sql`((status = 'pending' and next_attempt_at <= now() and next_attempt_at > now() - ${HOLDER_FIRST})
  or resend_requested_at > now() - ${HOLDER_FIRST})`

/** Due messages that are left to their holders, of which this process is one. */
export async function findHeld({ db }: WorkerCtx): Promise<string[]> {
  if (!hasRequestSecrets()) return []
  const fresh = await db
    .select({ id: webhookMessages.id, sourceId: webhookMessages.sourceId })
    .from(webhookMessages)
    .where(sql`${DUE_LATELY} and ${OWN_KEY} and ${IS_DUE} and ${DUE_AT} > now() - ${HOLDER_FIRST}`)
    .limit(MAX_HELD)
  return fresh.filter(({ sourceId }) => recallWebhookSecret(sourceId) !== null).map(({ id }) => id)
}

/** Whether this process may take a due message: its secret is here, or its holder had time enough. */
export function isClaimableHere(held: readonly string[]): SQL {
  return sql`(not ${OWN_KEY} or ${DUE_AT} <= now() - ${HOLDER_FIRST} or ${isHeld(held)})`
}

/** When this process should look at an open message: what is left to another holder, once that one's time is over. */
export function pollTime(held: readonly string[]): SQL {
  return sql`case when ${OWN_KEY} and ${DUE_AT} <= now() and not ${isHeld(held)} then ${DUE_AT} + ${HOLDER_FIRST} else ${DUE_AT} end`
}

function isHeld(held: readonly string[]): SQL {
  return sql`id::text in (select jsonb_array_elements_text(${JSON.stringify(held)}::jsonb))`
}
