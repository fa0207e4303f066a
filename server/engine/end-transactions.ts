import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type TransactionRow, transactionAttempts, transactions } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import type { TransactionView } from '@/schemas/transactions/contract'
import { type Cursor, moveCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { wake } from '@/server/waking/wake'
import { chargeFees } from './charge-fees'
import { END_HANDLERS, runStep } from './end-handlers'
import { traceStatusChanges } from './note-progress'
import { announceOutcomes, publishOutcomes } from './publish-outcomes'
import { toTransaction } from './to-transaction'

type Options = {
  /**
   * Runs last in the same database transaction, where something ended: a caller that locks more than the ledger takes
   * the ledger's lock first.
   */
  afterwards?: (db: Database, ended: readonly TransactionRow[]) => Promise<void>
  onEnded?: typeof END_HANDLERS
}

/**
 * Runs `change`, which moves transactions by conditional updates and returns the rows it moved. In the same transaction
 * it settles the gas of those that ended, runs `END_HANDLERS` of their types, and puts their webhooks into the outbox.
 * Then it wakes all who wait. `cursor` is stored with them when given. Throws LeaseLostError.
 */
export async function endTransactions(
  chain: Chain,
  cursor: Cursor | null,
  change: (db: Database) => Promise<TransactionRow[]>,
  { afterwards, onEnded = END_HANDLERS }: Options = {},
): Promise<TransactionRow[]> {
  let messages = 0
  faultPoint('receipt-before-settle')
  const moved = await inWorker(async ({ db, now }) => {
    const rows = await change(db)
    const own = rows.filter((row) => row.status !== 'PENDING')
    if (own.length > 0) {
      const ended = [...own, ...(await dropUnneeded(db, own))]
      const ending = { chain, ended, now: now() }
      await runStep(db, ending, { step: 'beforeFees', onEnded })
      const charges = await chargeFees(db, ending, onEnded)
      await runStep(db, ending, { step: 'afterFees', onEnded })
      const settled = ended.map((row) => ({ ...row, feeChargedMicros: charges.get(row.id) ?? row.feeChargedMicros }))
      const viewsOf = (rows: readonly TransactionRow[]) => toViews(db, rows, { chain, headBlock: cursor?.head ?? null })
      messages = await publishOutcomes(db, { rows: settled, viewsOf }, ending.now)
      await afterwards?.(db, own)
    }
    if (cursor) await moveCursor(db, cursor)
    faultPoint('settle-before-commit')
    return rows
  })
  traceStatusChanges(moved)
  announceOutcomes(moved.filter((row) => row.status !== 'PENDING').map((row) => row.id))
  if (messages > 0) wake(webhooksDue, {})
  return moved
}

async function toViews(
  db: Database,
  rows: readonly TransactionRow[],
  at: { chain: Chain; headBlock: bigint | null },
): Promise<TransactionView[]> {
  const attempts = await countAttempts(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toTransaction(row, { ...at, attempts: attempts.get(row.id) ?? 0 }))
}

async function countAttempts(db: Database, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: transactionAttempts.transactionId, count: sql<number>`count(*)::int` })
    .from(transactionAttempts)
    .where(
      sql`${transactionAttempts.transactionId} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
    )
    .groupBy(transactionAttempts.transactionId)
  return new Map(rows.map((row) => [row.id, row.count]))
}

/**
 * Ends unsigned delegations and top-ups that the platform queued for ended transactions. Other transactions that need
 * one of them request it again and pay for it. Returns the ended ones.
 */
async function dropUnneeded(db: Database, ended: readonly TransactionRow[]): Promise<TransactionRow[]> {
  if (ended.length === 0) return []
  return db
    .update(transactions)
    .set({
      status: 'FAILED',
      error: 'The transaction that needed it has ended',
      finalAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(transactions.stage, 'queued'),
        eq(transactions.status, 'PENDING'),
        isServing(ended),
        inArray(transactions.type, ['DELEGATE', 'GAS_TOPUP']),
      ),
    )
    .returning()
}

function isServing(ended: readonly TransactionRow[]): SQL {
  const ids = JSON.stringify(ended.map(({ id }) => id))
  return sql`served_transaction_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`
}
