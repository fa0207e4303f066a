import { sql } from 'drizzle-orm'
import { ledgerJournals } from '@/db/schema'
import type { StatementBalance, StatementLine, StatementPart } from '@/schemas/ledger/statement/contract'
import type { TenantCtx } from '@/server/ctx'
import { readEnds, readLines } from './read-lines'
import { toLine, toStatementBalance } from './view'

/** The maximum number of lines of a part. */
const PART_SIZE = 1_000

/** `opening`: in the first part only. */
export type StatementLines = {
  opening: StatementBalance | null
  items: StatementLine[]
  isLast: boolean
}

/** The next lines of a period, for files of any length. */
export async function listStatementLines(
  ctx: Pick<TenantCtx, 'db' | 'businessId'>,
  { after, ...period }: StatementPart,
): Promise<StatementLines> {
  const { id, createdAt } = ledgerJournals
  const behind = after ? sql`(${createdAt}, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid)` : undefined
  const rows = await readLines(ctx, { period, after: behind, limit: PART_SIZE })
  const ends = after ? null : await readEnds(ctx, period)
  const opening = ends && toStatementBalance(ends.opening)
  return { opening, items: rows.map(toLine), isLast: rows.length < PART_SIZE }
}
