import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { ledgerAccounts } from '@/db/schema'

/** The available balance of a business, in micro-dollars. */
export async function readAvailable(db: Database, businessId: string): Promise<bigint> {
  const [account] = await db
    .select({ micros: ledgerAccounts.balanceUnits })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.businessId, businessId),
        eq(ledgerAccounts.currency, 'USD'),
        eq(ledgerAccounts.kind, 'available'),
      ),
    )
  return account?.micros ?? 0n
}
