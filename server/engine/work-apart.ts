import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { byHalves } from '@/server/alarms/by-halves'
import { idsAside, noteRowFault } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { isTransient } from './is-transient'

/** The transactions that work is about; null: whichever there are. */
export type Only = readonly string[] | null

type Apart<T> = {
  /** The transactions the work may be about. */
  list: () => Promise<readonly string[]>
  /** Loads what it works on anew each time: an earlier try may have done a part. */
  work: (only: Only) => Promise<T>
}

/**
 * Works on all transactions together. Where an error nobody foresaw keeps it, on each half by itself, down to the transaction the error is
 * about: that is left alone for a while and the others go on. Throws what passes by itself (`isTransient`) and what was thrown on purpose (ApiError).
 */
export async function workApart<T>(ctx: WorkerCtx, chainId: number, { list, work }: Apart<T>): Promise<T[]> {
  try {
    return [await work(null)]
  } catch (error) {
    if (isForeseen(error)) throw error
    const ids = await list()
    if (ids.length === 0) throw error
    return byHalves(ids, {
      work,
      isForeseen,
      onFault: (id, fault) => noteRowFault({ noun: 'transaction', id, chainId }, fault, ctx.now()),
    })
  }
}

/** Passes by itself, or was thrown on purpose. */
export function isForeseen(error: unknown): boolean {
  return isTransient(error) || error instanceof ApiError
}

/** Of a transaction in `table`: it is not left alone now, and among those asked for. */
export function isWorkable(table: string, { now }: Pick<WorkerCtx, 'now'>, only: Only = null): SQL {
  const aside = idsAside('transaction', now())
  const id = sql.raw(`${table}.id`)
  const among = (ids: readonly string[]) =>
    sql`${id} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  return sql`${aside.length === 0 ? sql`true` : sql`not ${among(aside)}`} and ${only === null ? sql`true` : among(only)}`
}

/** Looked at where work on all together failed; what is beyond comes with the next turns. */
const MAX_LISTED = 500

/** Open transactions of a chain in these stages that are not left alone, the oldest first. */
export async function listOpen(
  ctx: WorkerCtx,
  chainId: number,
  stages: readonly ('queued' | 'signed' | 'broadcast' | 'mined')[],
): Promise<string[]> {
  const rows = await ctx.db.execute(sql`
    select t.id from transactions t where t.chain_id = ${chainId} and t.status = 'PENDING'
      and t.stage in (select value from jsonb_array_elements_text(${JSON.stringify(stages)}::jsonb)) and ${isWorkable('t', ctx)}
    order by t.created_at, t.id limit ${MAX_LISTED}`)
  return [...rows].map((row) => named.parse(row).id)
}

const named = z.object({ id: z.string() })

/** Rows of this shape; one of another shape is a transaction that cannot be worked on. */
export function readRows<Shape extends z.ZodType>(
  shape: Shape,
  rows: Iterable<unknown>,
  { now, chainId }: Pick<WorkerCtx, 'now'> & { chainId: number },
): z.output<Shape>[] {
  return [...rows].flatMap((row) => {
    try {
      return [shape.parse(row)]
    } catch (error) {
      noteRowFault({ noun: 'transaction', id: named.parse(row).id, chainId }, error, now())
      return []
    }
  })
}
