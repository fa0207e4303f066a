import { type SQL, sql } from 'drizzle-orm'
import type { ProviderEventView } from '@/schemas/payments/providers/contract'
import { NO_ACCOUNT_REASON, providerName } from '@/schemas/payments/providers/words'
import { readProviderEvents } from '@/server/payments/providers/list-provider-events'
import { byId, type ExceptionSource } from './source'

type EventKind = 'event_failed' | 'event_unplaced'

/** An event that failed after all its retries: its money may not be booked. */
export const failedEvents = sourceOf<'event_failed'>(
  sql`e.state = 'DEAD'`,
  ({ provider, error }) => `An event of ${providerName(provider)} failed after all its retries${causeOf(error)}.`,
)

/** An event about an unknown account. A comparison with its provider finds the money and ends the exception. */
export const unplacedEvents = sourceOf<'event_unplaced'>(
  // Reads only events since the last comparison, because most ignored ones are older.
  sql`e.state = 'IGNORED' and e.error = ${NO_ACCOUNT_REASON} and e.created_at > coalesce((
    select max(c.compared_at) from provider_reconciliations c
    where c.provider = p.name and c.problem is null and isfinite(c.compared_at)), '-infinity')`,
  ({ provider }) =>
    `${providerName(provider)} reported money for an account that is not ours. Compare now to read the amount.`,
)

function sourceOf<K extends EventKind>(waits: SQL, happened: (event: ProviderEventView) => string): ExceptionSource<K> {
  return {
    rows: () => sql`
      select e.id, e.created_at as at, a.business_id,
        concat_ws(' ', e.reference, e.provider_ref, e.provider, e.event_key) as search
      from payment_providers p join provider_events e on e.provider = p.name
        left join deposit_accounts a on a.reference = e.reference
      where ${waits}`,
    load: async ({ db }, ids) =>
      byId(await readProviderEvents(db, ids), (subject) => ({
        ...{ subject, money: null, happened: happened(subject), proposal: null },
      })),
  }
}

function causeOf(error: string | null): string {
  return error === null ? '' : `: ${error.replace(/\.$/, '')}`
}
