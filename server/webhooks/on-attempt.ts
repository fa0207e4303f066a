import type { SQL } from 'drizzle-orm'
import type { MessageSource } from '@/schemas/webhooks/contract'
import { onIndexerAttempt } from '@/server/handlers/indexer/attempts-recorded'

/**
 * The statements that a source adds to the one that records attempts, so that its counters, pauses and logs are updated
 * with the messages. They write to the source's own tables, each row once, locked in the order of its ids. They read
 * from:
 * - `settled`: one row for each attempt of this source. It has the message's `id, business_id, project_id, source_id,
 * destination_id, kind, url, attempt_count, recovered_at` and its status before (`was`) and after (`status`). It also
 * has the attempt's `attempt_id, is_resend, http_status, error, at` and its position in the order (`n`);
 * - `stopped`: `business_id, destination_id, because`, one row for each destination that the attempts pause: `gone` or
 * `failing`;
 * - `added_0`, …: the rows that earlier statements return.
 */
export type OnAttempt = readonly SQL[]

export const ON_ATTEMPT: Record<MessageSource, OnAttempt> = {
  transaction: [],
  test: [],
  indexer: onIndexerAttempt,
  deposit: [],
  payment: [],
  subscription: [],
  token: [],
  sweep: [],
}
