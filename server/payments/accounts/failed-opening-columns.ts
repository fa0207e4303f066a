import { sql } from 'drizzle-orm'
import { depositAccounts } from '@/db/schema'

/**
 * The columns of an account that could not be opened, as far as we know. The bank may have opened it although its
 * answer was lost, so it is polled by its reference like an open one, until the end of its watch.
 */
export function failedOpeningColumns(now: Date) {
  return {
    status: 'FAILED' as const,
    nextPollAt: sql`case when ${depositAccounts.kind} = 'FIAT' then ${now.toISOString()}::timestamptz end`,
  }
}
