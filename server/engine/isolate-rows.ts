import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { processRows } from '@/server/alarms/process-rows'
import { isEligibleRow, parseValidRows } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'

/** The ids of the transactions to work on; null for all. */
export type TransactionSelection = readonly string[] | null

type IsolatedWork<T> = {
  /** The ids of the transactions that `work` may touch. */
  list: () => Promise<readonly string[]>
  /** Loads its rows on each call, because an earlier attempt may have done a part. */
  work: (only: TransactionSelection) => Promise<T>
}

/**
 * Works on all transactions of a chain together. If one of them fails, it is quarantined for a while and the others
 * continue (`processRows`).
 */
export function isolateRows<T>({ now }: WorkerCtx, chainId: number, work: IsolatedWork<T>): Promise<T[]> {
  return processRows({ noun: 'transaction', chainId, now, ...work })
}

/** A condition on transactions in `table`: they are not quarantined, and among `only`. */
export function isEligibleTransaction(
  table: string,
  { now }: Pick<WorkerCtx, 'now'>,
  only: TransactionSelection = null,
): SQL {
  return isEligibleRow(sql.raw(`${table}.id`), { noun: 'transaction', now: now(), only })
}

/** The maximum that is tried one by one after the work on all together failed. The rest follows in the next turns. */
const MAX_LISTED = 500

/** Open transactions of a chain in these stages that are not quarantined, oldest first. */
export async function listOpen(
  ctx: WorkerCtx,
  chainId: number,
  stages: readonly ('queued' | 'signed' | 'broadcast' | 'mined')[],
): Promise<string[]> {
  const rows = await ctx.db.execute(sql`
    select t.id from transactions t where t.chain_id = ${chainId} and t.status = 'PENDING'
      and t.stage in (select value from jsonb_array_elements_text(${JSON.stringify(stages)}::jsonb)) and ${isEligibleTransaction('t', ctx)}
    order by t.created_at, t.id limit ${MAX_LISTED}`)
  return [...rows].map((row) => named.parse(row).id)
}

const named = z.object({ id: z.string() })

/** Parses rows of this shape. A row of another shape is a transaction that cannot be worked on. */
export function readRows<Shape extends z.ZodType>(
  shape: Shape,
  rows: Iterable<unknown>,
  { now, chainId }: Pick<WorkerCtx, 'now'> & { chainId: number },
): z.output<Shape>[] {
  const nameOf = (row: unknown) => ({ noun: 'transaction' as const, id: named.parse(row).id, chainId })
  return parseValidRows(shape, rows, { now: now(), nameOf })
}
