import type { SQL } from 'drizzle-orm'
import type { MessageSource } from '@/schemas/webhooks/contract'
import { onIndexerAttempt } from '@/server/handlers/indexer/attempts-recorded'

/**
 * What a source adds to the statement that records attempts, so that its counters, pauses and logs are true whenever
 * the messages are: statements that write to the source's own tables (each row once, locked in the order of its ids)
 * and read from
 * - `settled`: one row for each attempt, of this source alone: of its message `id, business_id, project_id, source_id,
 *   destination_id, kind, url,
 *   attempt_count, recovered_at` and, before and after, `was` and `status`; of itself `attempt_id, is_resend,
 *   http_status, error, at` and, by `n`, its place in their order;
 * - `stopped`: `business_id, destination_id, because`, one row for each receiver that is paused by them: `gone` or
 *   `failing`;
 * - `added_0`, …: what those before it return.
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
