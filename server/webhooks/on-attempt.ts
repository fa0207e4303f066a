import type { SQL } from 'drizzle-orm'
import { onIndexerAttempt } from '@/server/indexer/on-attempt'
import type { MessageSource } from './contract'

/**
 * What a source adds to the statement that records an attempt, so that its counters, pauses and logs are true whenever the message is:
 * statements that write to the source's own tables (each row once) and read from
 * - `settled`: `id, business_id, project_id, source_id, destination_id, was, status`, the message's status before and after;
 * - `attempted`: the attempt, a row of `webhook_attempts`;
 * - `stopped`: `because`, where the attempt paused its receiver: `gone` or `failing`;
 * - `added_0`, …: what those before it return.
 */
export type OnAttempt = readonly SQL[]

export const ON_ATTEMPT: Record<MessageSource, OnAttempt> = {
  transaction: [],
  test: [],
  indexer: onIndexerAttempt,
  deposit: [],
}
