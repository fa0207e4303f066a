import { and, count, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { requireSound } from '@/db/require-sound'
import { businesses, ledgerEntries, ledgerJournals, transactions } from '@/db/schema'
import { readApart } from '@/server/alarms/read-apart'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import type { JournalFilter, JournalPage, JournalView } from './contract'
import { type JournalRow, toJournal } from './view'

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
  const journals = await pageOf(db, where, page)
  const { rows, unreadable } = await readApart({
    noun: 'journal',
    list: async () => journals.map(({ journal }) => journal.id),
    read: (only) => viewsOf(db, only === null ? journals : journals.filter(({ journal }) => only.includes(journal.id))),
  })
  return { items: rows, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE, unreadable }
}

function pageOf(db: Database, where: SQL | undefined, page: number): Promise<JournalRow[]> {
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

/** Amounts stand in rows of their own. */
async function viewsOf(db: Database, journals: readonly JournalRow[]): Promise<JournalView[]> {
  if (journals.length === 0) return []
  const ids = journals.map(({ journal }) => journal.id)
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(and(inArray(ledgerEntries.journalId, ids), eq(ledgerEntries.currency, 'USD')))
  return journals.map((row) =>
    toJournal(
      { ...row, journal: requireSound(ledgerJournals, row.journal) },
      entries.filter(({ journalId }) => journalId === row.journal.id),
    ),
  )
}
