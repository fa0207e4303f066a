import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { ledgerAccounts } from '@/db/schema'

/** The available balance of a business, in micro-dollars; 0 before its first journal. */
export async function readAvailable(db: Database, businessId: string): Promise<bigint> {
  return (await findAvailable(db, businessId)) ?? 0n
}

/** The available balance of a business, in micro-dollars; null before its first journal. */
export async function findAvailable(db: Database, businessId: string): Promise<bigint | null> {
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
  return account?.micros ?? null
}
