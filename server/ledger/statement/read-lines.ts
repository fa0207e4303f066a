import { and, asc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { fxRates, ledgerEntries, ledgerJournals, paymentReceipts, paymentRefunds, payments } from '@/db/schema'
import type { StatementPeriod } from '@/schemas/ledger/statement/contract'
import type { TenantCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import {
  paymentOfJournal,
  REFERENCE_COLUMNS,
  receiptOfJournal,
  refundOfJournal,
} from '@/server/ledger/journal-references'

type Tenant = Pick<TenantCtx, 'db' | 'businessId'>

/** The accounts of a statement: the balance of a business, available or held. */
const sumOf = (kind: 'available' | 'reserved') =>
  sql`coalesce(sum(${ledgerEntries.amountUnits}) filter (where ${ledgerEntries.kind} = ${kind}), 0)`.mapWith(BigInt)

export type LineRow = Awaited<ReturnType<typeof readLines>>[number]
type LinesInput = { period: StatementPeriod; after?: SQL; limit: number; offset?: number }

/** Journals that changed the dollar balance of the business, oldest first. */
export function readLines({ db, businessId }: Tenant, { period, after, limit, offset = 0 }: LinesInput) {
  return db
    .select({
      journal: ledgerJournals,
      available: sumOf('available'),
      reserved: sumOf('reserved'),
      ngnPerUsdE8: fxRates.ngnPerUsdE8,
      ...REFERENCE_COLUMNS,
    })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journalId, ledgerJournals.id))
    .leftJoin(fxRates, eq(fxRates.id, ledgerJournals.rateId))
    .leftJoin(paymentReceipts, receiptOfJournal)
    .leftJoin(paymentRefunds, refundOfJournal)
    .leftJoin(payments, paymentOfJournal)
    .where(and(isMoving(businessId, period), after))
    .groupBy(
      ledgerJournals.id,
      fxRates.ngnPerUsdE8,
      payments.id,
      paymentReceipts.providerTxnId,
      paymentRefunds.reference,
    )
    .orderBy(asc(ledgerJournals.createdAt), asc(ledgerJournals.id))
    .limit(limit)
    .offset(offset)
}

export async function countLines({ db, businessId }: Tenant, period: StatementPeriod): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(distinct ${ledgerJournals.id})::int` })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journalId, ledgerJournals.id))
    .where(isMoving(businessId, period))
  return row?.n ?? 0
}

function isMoving(businessId: string, period: StatementPeriod): SQL | undefined {
  const { start, end } = periodOf(period)
  return and(
    eq(ledgerJournals.businessId, businessId),
    gte(ledgerJournals.createdAt, start),
    lt(ledgerJournals.createdAt, end),
    eq(ledgerEntries.businessId, businessId),
    eq(ledgerEntries.currency, 'USD'),
    inArray(ledgerEntries.kind, ['available', 'reserved']),
  )
}

type Sums = { kind: string; now: string; within: string; later: string }

/** The balances at both ends of the period, computed back from the current balances, in one snapshot. */
export async function readEnds({ db, businessId }: Tenant, period: StatementPeriod) {
  const { start, end } = periodOf(period)
  const rows = await sumsOf(db, { businessId, start: start.toISOString(), end: end.toISOString() })
  const balancesAt = (moved: (sums: Sums) => bigint) => {
    const at = (kind: 'available' | 'reserved') => {
      const sums = rows.find((row) => row.kind === kind)
      return sums ? BigInt(sums.now) - moved(sums) : 0n
    }
    return { available: at('available'), reserved: at('reserved') }
  }
  return {
    opening: balancesAt(({ within, later }) => BigInt(within) + BigInt(later)),
    closing: balancesAt(({ later }) => BigInt(later)),
  }
}

function sumsOf(db: Database, { businessId, start, end }: { businessId: string; start: string; end: string }) {
  return db.execute<Sums>(sql`
    select a.kind, a.balance_units::text as now, coalesce(m.within, 0)::text as within, coalesce(m.later, 0)::text as later
    from ledger_accounts a left join (
      select e.kind, sum(e.amount_units) filter (where j.created_at < ${end}::timestamptz) as within,
        sum(e.amount_units) filter (where j.created_at >= ${end}::timestamptz) as later
      from ledger_journals j join ledger_entries e on e.journal_id = j.id
      where j.business_id = ${businessId}::uuid and j.created_at >= ${start}::timestamptz
        and e.business_id = ${businessId}::uuid and e.currency = 'USD' and e.kind in ('available', 'reserved')
      group by e.kind
    ) m on m.kind = a.kind
    where a.business_id = ${businessId}::uuid and a.currency = 'USD' and a.kind in ('available', 'reserved')`)
}

/** The moments of a period, half open. */
function periodOf({ from, to }: StatementPeriod): { start: Date; end: Date } {
  return { start: new Date(`${from}T00:00:00Z`), end: new Date(Date.parse(`${to}T00:00:00Z`) + MS_PER_DAY) }
}
