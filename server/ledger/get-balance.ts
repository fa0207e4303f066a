import { and, eq, inArray } from 'drizzle-orm'
import { ledgerAccounts } from '@/db/schema'
import type { Balance } from '@/schemas/ledger/contract'
import type { TenantCtx } from '@/server/ctx'
import { toBalance } from './view'

/** The available balance of the business for gas and the amount held for pending transactions, in dollars. */
export async function getBalance({ db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>): Promise<Balance> {
  const accounts = await db
    .select({ kind: ledgerAccounts.kind, micros: ledgerAccounts.balanceUnits })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.businessId, businessId),
        eq(ledgerAccounts.currency, 'USD'),
        inArray(ledgerAccounts.kind, ['available', 'reserved']),
      ),
    )
  return toBalance(accounts)
}
