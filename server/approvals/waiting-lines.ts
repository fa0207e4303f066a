import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'

type Scope = { businessId: string; projectId: string }

/** The approvals `a` of transactions `t` that wait in batches of the project. Follows `select ...`. */
export function fromWaitingLines({ businessId, projectId }: Scope): SQL {
  return sql`from approvals a join transactions t on t.id = a.transaction_id
    where a.business_id = ${businessId}::uuid and a.project_id = ${projectId}::uuid and a.status = 'pending'
      and t.batch_id is not null`
}

/**
 * Over the waiting lines of a batch. A line never changes what it moves, so the ids identify everything that was seen.
 */
export const LINES_DIGEST = sql`encode(sha256(convert_to(string_agg(t.id::text, ',' order by t.id), 'UTF8')), 'hex')`

/**
 * Whether a waiting line pays an address that the project has not paid before. `line`: its table in the query. Each
 * address is looked up once, since a batch may pay the same one in all lines.
 */
export function isNewRecipient(
  scope: Scope,
  { line, batchId }: { line: 't' | 'transactions'; batchId?: string },
): SQL<boolean> {
  const ofBatch = batchId === undefined ? sql`` : sql`and t.batch_id = ${batchId}::uuid`
  return sql<boolean>`${sql.raw(line)}.to_address in (
    select asked.to_address from (select distinct t.to_address ${fromWaitingLines(scope)} ${ofBatch}) asked
    where not exists (select 1 from transactions paid where paid.to_address = asked.to_address
      and paid.project_id = ${scope.projectId}::uuid and paid.status = 'COMPLETED'))`
}

const locked = z.array(z.object({ id: z.string() }))

/**
 * Locks the waiting approvals of a batch in one order, so that two decisions about it come one after the other.
 * Returns their ids in the order of the lines.
 */
export async function lockWaitingLines(db: Database, { batchId, ...scope }: Scope & { batchId: string }) {
  const rows = await db.execute(sql`
    select a.id ${fromWaitingLines(scope)} and t.batch_id = ${batchId}::uuid order by a.id for update of a`)
  return locked.parse([...rows]).map(({ id }) => id)
}
