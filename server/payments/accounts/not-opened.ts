import { sql } from 'drizzle-orm'
import { depositAccounts } from '@/db/schema'

/**
 * Columns of an account that nobody opened, as far as is known. A bank may have opened it behind an answer that was
 * lost, and know who paid there: it is asked by the account's reference like for one that is open, until the end of its
 * watch.
 */
export function notOpened(now: Date) {
  return {
    status: 'FAILED' as const,
    nextPollAt: sql`case when ${depositAccounts.kind} = 'FIAT' then ${now.toISOString()}::timestamptz end`,
  }
}
