import { and, count, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { BUSINESS_ACCOUNTS, businesses, fxRates, ledgerEntries, ledgerJournals } from '@/db/schema'
import type { EntryFilter, EntryPage } from '@/schemas/ledger/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { formatOf } from './format-units'
import { listKnownTokens } from './list-known-tokens'
import { toEntry } from './view'

/** The entries of an account of the platform, newest first, with its balance after each. */
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
  const [newest] = rows
  let balanceUnits = newest ? await readBalanceAfter(db, { currency, kind, where }, newest.journal.id) : 0n
  const items = rows.map((row) => {
    const item = toEntry({ ...row, balanceUnits }, format)
    balanceUnits -= row.amountUnits
    return item
  })
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}

type Account = Pick<EntryFilter, 'currency' | 'kind'> & { where: SQL | undefined }

/** The balance after the entry of this journal: the current balance less later entries, both read by one statement. */
async function readBalanceAfter(db: Database, { currency, kind, where }: Account, journalId: string): Promise<bigint> {
  const rows = await db.execute(sql`
    select (
      coalesce((select sum(balance_units) from ledger_accounts where currency = ${currency} and kind = ${kind}), 0)
      - coalesce((select sum(amount_units) from ledger_entries where ${where} and journal_id > ${journalId}::uuid), 0)
    )::text as units`)
  const [row] = z.array(z.object({ units: z.string() })).parse([...rows])
  return BigInt(row?.units ?? '0')
}
