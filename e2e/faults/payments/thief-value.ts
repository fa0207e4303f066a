import { and, eq } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { toDatabase } from '@/db/client'
import { ledgerAccounts, subscriptions } from '@/db/schema'
import type { FaultBank } from '@/e2e/faults/stack/fault-bank'
import { MS_PER_DAY } from '@/server/durations'
import { addFractions, ZERO } from '@/server/money/fraction'
import { koboOfUsdDown } from '@/server/money/fx'
import { unusedValue } from '@/server/subscriptions/running'
import { toRunning } from '@/server/subscriptions/to-running'
import { unitsUp } from '@/server/testing/units-up'
import { paidTransfers } from './check-payments'
import { refundedKobo } from './check-refunds'

/** The amount that a customer paid and the value it got for it, in kobo. */
export type Value = { paid: bigint; has: bigint; parts: Record<string, bigint> }

/** The least time that is left of a plan while no time passes but the run's own. */
const LEFT_MS = 27 * MS_PER_DAY

/**
 * The most that credits of quotes may exceed their worth at payment: a credit is locked in its quote while the plan it
 * is for runs on.
 */
export async function lockedCredit(sql: Sql, since: Date): Promise<bigint> {
  const rows = await sql<{ credit: string; ms: number }[]>`
    select credit_minor::text as credit, (extract(epoch from settled_at - created_at) * 1000)::float8 as ms
    from payments where created_at >= ${since} and settled_at is not null and credit_minor > 0`
  return rows.reduce((sum, { credit, ms }) => sum + (BigInt(credit) * BigInt(Math.ceil(ms))) / BigInt(LEFT_MS) + 1n, 0n)
}

/**
 * All that the bank sent, and all that a project of a business has: what went back, its balance at the newest rate,
 * what is left of its plans, and money that nobody has been given yet.
 */
export async function readValue(
  sql: Sql,
  bank: FaultBank,
  { businessId, productId }: { businessId: string; productId: number },
): Promise<Value> {
  const db = toDatabase(sql)
  const [rate] = await sql<{ e8: string }[]>`
    select ngn_per_usd_e8::text as e8 from fx_rates where status = 'accepted' order by observed_at desc, id desc limit 1`
  const accounts = await db
    .select({ units: ledgerAccounts.balanceUnits })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.businessId, businessId),
        eq(ledgerAccounts.currency, 'USD'),
        eq(ledgerAccounts.kind, 'available'),
      ),
    )
  const dollars = accounts.reduce((sum, { units }) => sum + units, 0n)
  const rows = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.businessId, businessId), eq(subscriptions.productId, productId)))
  const running = rows.map(toRunning).filter((one) => one !== null)
  const unused = running.map((one) => unusedValue(one, new Date())).reduce(addFractions, ZERO)
  const [waiting] = await sql<{ units: string }[]>`
    select coalesce(sum(r.units - (select coalesce(sum(f.units), 0) from payment_refunds f where f.receipt_id = r.id and f.state = 'DONE')), 0)::text
      as units
    from payment_receipts r where r.provider = 'sandbox' and r.outcome in ('HELD', 'SUSPENSE')`
  const parts = {
    'went back': refundedKobo(bank),
    balance: koboOfUsdDown(dollars, BigInt(rate?.e8 ?? 0)),
    'left of plans': unitsUp(unused),
    'nobody’s yet': BigInt(waiting?.units ?? 0),
  }
  return {
    paid: paidTransfers(bank).reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n),
    has: Object.values(parts).reduce((sum, part) => sum + part, 0n),
    parts,
  }
}
