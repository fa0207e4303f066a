import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { readerOf } from '@/db/reader'
import { idempotencyKeys, type TransactionRow, transactions, wallets } from '@/db/schema'
import type { KeptAnswer } from '@/server/api/endpoint'
import { pools } from '@/server/database/pools'
import { refusal } from '@/server/errors'
import { type Hold, holdJournal } from '@/server/ledger/hold'
import { type Posted, toPosted, toRows } from '@/server/ledger/post-journal'
import { requireWithinReach } from '@/server/wallets/binding'

type Acceptance = {
  row: TransactionRow
  /** Put aside in the same statement. */
  hold: Hold | null
  /** The row of the idempotency key, where the same statement is to write it. */
  kept: KeptAnswer | null
}

/**
 * What acceptance writes; all else is the engine's. One statement (db/acceptance.sql), which also says whose it is, so that it needs no
 * transaction of its own. Not covered, and nothing written, where the balance is short. Throws failed where the wallet was deactivated
 * meanwhile, forbidden where it was bound to another project: no row within reach then has its id.
 */
export async function writeAcceptance(db: Database, { row, hold, kept }: Acceptance): Promise<Posted> {
  try {
    const [answer] = await db.execute<{ short: string | null }>(
      sql`select accept_transaction(${row.businessId}, ${toTransaction(row)}::jsonb, ${hold && JSON.stringify(toRows(holdJournal(hold)))}::jsonb,
        ${kept && toClaim(kept)}::jsonb)::text as short`,
    )
    return toPosted(answer)
  } catch (error) {
    if (!lacksWallet(error)) throw error
    requireWithinReach(row, await readBinding(row))
    throw refusal('wallet_deactivated')
  }
}

const toTransaction = asRecordOf(transactions)
const toClaim = asRecordOf(idempotencyKeys)

/** Writes a row as JSON by the names of its columns, for `jsonb_populate_record`. */
function asRecordOf(table: typeof transactions | typeof idempotencyKeys): (row: object) => string {
  const columns = Object.entries(getTableColumns(table)).map(([key, { name }]) => [key, name] as const)
  return (row) => {
    const record: Record<string, unknown> = {}
    for (const [key, name] of columns) {
      const value: unknown = Reflect.get(row, key)
      record[name] = typeof value === 'bigint' ? value.toString() : value
    }
    return JSON.stringify(record)
  }
}

/**
 * Asked beside the transaction, which has failed. By a reader, which requests keep in use: a worker's connection may have died unnoticed
 * long ago, and the refusal would be a 503.
 */
async function readBinding({ businessId, walletId }: TransactionRow): Promise<{ boundProjectId: string | null }> {
  const [wallet] = await readerOf(pools().readers, businessId)
    .select({ boundProjectId: wallets.boundProjectId })
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), eq(wallets.id, walletId)))
  return wallet ?? { boundProjectId: null }
}

const missingWallet = z.object({ cause: z.object({ code: z.literal('23502'), column_name: z.literal('wallet_id') }) })

function lacksWallet(error: unknown): boolean {
  return missingWallet.safeParse(error).success
}
