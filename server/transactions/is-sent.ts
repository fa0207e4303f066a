import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { transactions } from '@/db/schema'

/** The business's own transaction, signed and not mined: the only kind another form can replace. */
export function isSent({ businessId }: { businessId: string }, transactionId: string): SQL | undefined {
  return and(
    eq(transactions.businessId, businessId),
    eq(transactions.id, transactionId),
    eq(transactions.status, 'PENDING'),
    inArray(transactions.stage, ['signed', 'broadcast']),
  )
}
