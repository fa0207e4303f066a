import { and, count, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { businesses, ledgerEntries, ledgerJournals, transactions } from '@/db/schema'
import { formatUsd } from '@/server/money/usd'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import type { JournalFilter, JournalPage } from './contract'

/** Movements of money, newest first: of one business, or for an operator of all of them. */
export async function listJournals(
  { db, businessId }: { db: Database; businessId: string | null },
  { kind, page }: JournalFilter,
): Promise<JournalPage> {
  const where = and(
    businessId === null ? undefined : eq(ledgerJournals.businessId, businessId),
    kind && eq(ledgerJournals.kind, kind),
  )
  const [counted] = await db.select({ total: count() }).from(ledgerJournals).where(where)
  const rows = await pageOf(db, where, page)
  const amounts = await amountsOf(
    db,
    rows.map(({ journal }) => journal.id),
  )
  const items = rows.map(({ journal, businessName, projectId }) => ({
    id: journal.id,
    businessId: journal.businessId,
    businessName,
    kind: journal.kind,
    available: formatUsd(amounts.get(`${journal.id} available`) ?? 0n),
    reserved: formatUsd(amounts.get(`${journal.id} reserved`) ?? 0n),
    gas: formatUsd(amounts.get(`${journal.id} gas`) ?? 0n),
    transactionId: journal.referenceType === 'transaction' ? journal.referenceId : null,
    projectId,
    reason: journal.reason,
    createdAt: journal.createdAt.toISOString(),
  }))
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}

function pageOf(db: Database, where: SQL | undefined, page: number) {
  return db
    .select({ journal: ledgerJournals, businessName: businesses.name, projectId: transactions.projectId })
    .from(ledgerJournals)
    .innerJoin(businesses, eq(businesses.id, ledgerJournals.businessId))
    .leftJoin(
      transactions,
      and(eq(ledgerJournals.referenceType, 'transaction'), eq(transactions.id, ledgerJournals.referenceId)),
    )
    .where(where)
    .orderBy(desc(ledgerJournals.createdAt), desc(ledgerJournals.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
}

async function amountsOf(db: Database, journalIds: string[]): Promise<Map<string, bigint>> {
  if (journalIds.length === 0) return new Map()
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(and(inArray(ledgerEntries.journalId, journalIds), eq(ledgerEntries.currency, 'USD')))
  return new Map(entries.map((entry) => [`${entry.journalId} ${entry.kind}`, entry.amountUnits]))
}
