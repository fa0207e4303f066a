import { and, count, desc, eq, inArray, notInArray, type SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import {
  businesses,
  ledgerEntries,
  ledgerJournals,
  paymentReceipts,
  paymentRefunds,
  payments,
  transactions,
} from '@/db/schema'
import type { JournalFilter, JournalPage, JournalView } from '@/schemas/ledger/contract'
import { PLATFORM_JOURNALS } from '@/schemas/ledger/words'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import {
  paymentOfJournal,
  REFERENCE_COLUMNS,
  receiptOfJournal,
  refundOfJournal,
  toReference,
} from './journal-references'
import { readFundsAfter, runningFunds } from './running-balance'
import { type JournalRow, toJournal, unitsOf } from './view'

type JournalsCtx = {
  db: Database
  /** Null for those of all businesses. */
  businessId: string | null
}

/**
 * Journals, newest first: those that moved the balance of a business, and of a `kind` all. Those of one business, of
 * every kind, have the balance after each.
 */
export async function listJournals(
  { db, businessId }: JournalsCtx,
  { kind, page }: JournalFilter,
): Promise<JournalPage> {
  const where = and(
    businessId === null ? undefined : eq(ledgerJournals.businessId, businessId),
    kind && eq(ledgerJournals.kind, kind),
    kind ? undefined : notInArray(ledgerJournals.kind, [...PLATFORM_JOURNALS]),
  )
  const [counted] = await db.select({ total: count() }).from(ledgerJournals).where(where)
  const journals = await pageOf(db, where, page)
  const items = await viewsOf(db, journals, kind ? null : businessId)
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}

async function pageOf(db: Database, where: SQL | undefined, page: number): Promise<JournalRow[]> {
  const rows = await db
    .select({
      journal: ledgerJournals,
      businessName: businesses.name,
      projectId: transactions.projectId,
      ...REFERENCE_COLUMNS,
    })
    .from(ledgerJournals)
    .innerJoin(businesses, eq(businesses.id, ledgerJournals.businessId))
    .leftJoin(
      transactions,
      and(eq(ledgerJournals.referenceType, 'transaction'), eq(transactions.id, ledgerJournals.referenceId)),
    )
    .leftJoin(paymentReceipts, receiptOfJournal)
    .leftJoin(paymentRefunds, refundOfJournal)
    .leftJoin(payments, paymentOfJournal)
    .where(where)
    .orderBy(desc(ledgerJournals.createdAt), desc(ledgerJournals.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  return rows.map((row) => ({ ...row, reference: toReference(row) }))
}

/** Amounts are in separate rows. `ofBusiness`: they are all movements of this business within their time. */
async function viewsOf(db: Database, journals: readonly JournalRow[], ofBusiness: string | null) {
  const [newest] = journals
  if (!newest) return []
  const ids = journals.map(({ journal }) => journal.id)
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(and(inArray(ledgerEntries.journalId, ids), eq(ledgerEntries.currency, 'USD')))
  const rows = journals.map((row) => ({ row, own: entries.filter(({ journalId }) => journalId === row.journal.id) }))
  const moved = rows.map(({ own }) => ({ available: unitsOf(own, 'available'), reserved: unitsOf(own, 'reserved') }))
  const after = ofBusiness === null ? [] : runningFunds(moved, await readFundsAfter(db, ofBusiness, newest.journal))
  return rows.map(({ row, own }, index): JournalView => toJournal(row, own, after[index] ?? null))
}
