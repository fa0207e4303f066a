import { sql } from 'drizzle-orm'
import { depositAccounts } from '@/db/schema'

/**
 * Columns of an account that could not be opened, as far as is known. A bank may have opened it although its answer was
 * lost, and know its payers: it is polled by the account's reference like an open one, until the end of its watch.
 */
export function notOpened(now: Date) {
  return {
    status: 'FAILED' as const,
    nextPollAt: sql`case when ${depositAccounts.kind} = 'FIAT' then ${now.toISOString()}::timestamptz end`,
  }
}
