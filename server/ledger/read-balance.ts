import { and, eq, inArray } from 'drizzle-orm'
import { ledgerAccounts } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { formatUsd } from '@/server/money/usd'
import type { Balance } from './contract'

/** What the business can spend on gas and what is held for transactions under way, in dollars. */
export async function readBalance({ db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>): Promise<Balance> {
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
  const dollars = (kind: 'available' | 'reserved') =>
    formatUsd(accounts.find((account) => account.kind === kind)?.micros ?? 0n)
  return { available: dollars('available'), reserved: dollars('reserved'), currency: 'USD' }
}
