import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { logger } from '@/server/logger'
import { countFault } from '@/server/record-unknown-error'

/** The row that an unexpected error is about: its noun, its id, and its chain if it has one. */
export type FaultyRow = {
  noun:
    | 'approval'
    | 'deposit'
    | 'gas budget share'
    | 'lane'
    | 'mail'
    | 'payment'
    | 'platform wallet'
    | 'refund'
    | 'RPC endpoint'
    | 'subscription'
    | 'token'
    | 'transaction'
    | 'webhook message'
  id: string
  chainId?: number
}

/**
 * The time for which a row is quarantined; it grows with its faults. A row without a fault for `OVER_AFTER_MS` was
 * repaired or has ended.
 */
const PAUSE_MS = 2_000
const MAX_PAUSE_MS = 60_000
const OVER_AFTER_MS = 3 * MAX_PAUSE_MS

type Fault = { noun: FaultyRow['noun']; id: string; count: number; until: number }
const faults = oncePerProcess('row-faults', () => new Map<string, Fault>())

/**
 * Quarantines a row for a while, so that its error does not stop other rows. Logged at the first fault. Each fault
 * counts for an alarm about the row, which closes automatically after a time without faults.
 */
export function recordRowFault({ noun, id, chainId }: FaultyRow, error: unknown, now: Date): void {
  const at = now.getTime()
  for (const [known, { until }] of faults) if (at - until > OVER_AFTER_MS) faults.delete(known)
  const key = `${noun} ${id}`
  const count = (faults.get(key)?.count ?? 0) + 1
  faults.set(key, { noun, id, count, until: at + Math.min(count * PAUSE_MS, MAX_PAUSE_MS) })
  if (count === 1)
    logger().error({ err: error, noun, rowId: id, chainId }, 'a row cannot be processed; others continue')
  countFault(subjectOf({ noun, id }))
}

/** The rows that are quarantined now. */
export function quarantinedIds(noun: FaultyRow['noun'], now: Date): string[] {
  return [...faults.values()].flatMap((fault) => (fault.noun === noun && fault.until > now.getTime() ? [fault.id] : []))
}

/** The rows with a recent fault that may not be repaired yet: no work should wait for them. */
export function recentlyFaultyIds(noun: FaultyRow['noun'], now: Date): string[] {
  return [...faults.values()].flatMap((fault) =>
    fault.noun === noun && now.getTime() - fault.until <= OVER_AFTER_MS ? [fault.id] : [],
  )
}

/**
 * A condition on rows of this noun, by the column of their id: they are not quarantined, and among `only` (null: all).
 */
export function isEligibleRow(
  id: SQL,
  { noun, now, only }: { noun: FaultyRow['noun']; now: Date; only: readonly string[] | null },
): SQL {
  const quarantined = quarantinedIds(noun, now)
  const among = (ids: readonly string[]) =>
    sql`${id} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  return sql`${quarantined.length === 0 ? sql`true` : sql`not ${among(quarantined)}`} and ${only === null ? sql`true` : among(only)}`
}

/** Rows of this shape; one of another shape cannot be worked on. */
export function parseValidRows<Shape extends z.ZodType>(
  shape: Shape,
  rows: Iterable<unknown>,
  { now, nameOf }: { now: Date; nameOf: (row: unknown) => FaultyRow },
): z.output<Shape>[] {
  return [...rows].flatMap((row) => {
    try {
      return [shape.parse(row)]
    } catch (error) {
      recordRowFault(nameOf(row), error, now)
      return []
    }
  })
}

/** Ids kept to log each once. */
const MAX_UNREADABLE = 1_000
const unreadable = oncePerProcess('unreadable-rows', () => new Set<string>())

/**
 * Records that a row was left out of a list. Logs it once, and counts for the alarm about its id. Work on the row
 * continues.
 */
export function recordUnreadableRow({ noun, id }: FaultyRow, error: unknown): void {
  if (!unreadable.has(id)) {
    if (unreadable.size >= MAX_UNREADABLE) unreadable.clear()
    unreadable.add(id)
    logger().error({ err: error, noun, rowId: id }, 'a row cannot be read and is left out')
  }
  countFault(subjectOf({ noun, id }))
}

/** Alarms link a transaction by its bare id. */
function subjectOf({ noun, id }: FaultyRow): string {
  return noun === 'transaction' ? id : `${noun} ${id}`
}
