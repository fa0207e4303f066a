import { and, count, desc, eq, notInArray, sql } from 'drizzle-orm'
import { BUSINESS_ACCOUNTS, businesses, fxRates, ledgerEntries, ledgerJournals } from '@/db/schema'
import type { EntryFilter, EntryPage } from '@/schemas/ledger/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { formatOf } from './format-units'
import { listKnownTokens } from './list-known-tokens'
import { toEntry } from './view'

/** The entries of an account of the platform, newest first. */
export async function listEntries({ db }: OperatorCtx, { currency, kind, page }: EntryFilter): Promise<EntryPage> {
  const format = formatOf(currency, await listKnownTokens(db))
  const where = and(
    sql`${ledgerEntries.currency} = ${currency}`,
    sql`${ledgerEntries.kind} = ${kind}`,
    // Allows the index of the platform's own accounts.
    notInArray(ledgerEntries.kind, [...BUSINESS_ACCOUNTS]),
  )
  const [counted] = await db.select({ total: count() }).from(ledgerEntries).where(where)
  const rows = await db
    .select({
      journal: ledgerJournals,
      businessName: businesses.name,
      amountUnits: ledgerEntries.amountUnits,
      ngnPerUsdE8: fxRates.ngnPerUsdE8,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerJournals, eq(ledgerJournals.id, ledgerEntries.journalId))
    .innerJoin(businesses, eq(businesses.id, ledgerJournals.businessId))
    .leftJoin(fxRates, eq(fxRates.id, ledgerJournals.rateId))
    .where(where)
    .orderBy(desc(ledgerEntries.journalId))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const items = rows.map((row) => toEntry(row, format))
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}
