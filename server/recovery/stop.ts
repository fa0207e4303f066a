import { z } from 'zod'
import type { auditLog } from '@/db/schema'
import type { OperatorCtx, WorkerCtx } from '@/server/ctx'

/**
 * The end of an access, of sending or of a charge, or its lifting. `subject` identifies what was stopped within its
 * kind; `id` orders entries of the same millisecond. `rules` is what a limited subject may still do.
 */
export const stop = z.object({
  kind: z.string(),
  subject: z.string(),
  isStop: z.boolean(),
  at: z.number(),
  id: z.string(),
  reason: z.string().optional(),
  rules: z.record(z.string(), z.unknown()).optional(),
})
export type Stop = z.output<typeof stop>
export type StopEntry = Omit<Stop, 'kind'>

/** The reason of a stop that is applied again. */
export const STOPPED_BEFORE = 'It was stopped before a backup was restored'

/** The stop that a kind reads from a row of the audit log. */
export type AuditRow = Pick<
  typeof auditLog.$inferSelect,
  'id' | 'businessId' | 'projectId' | 'actorId' | 'action' | 'target' | 'detail' | 'createdAt'
>

/** The actions of the audit log that concern a kind, and the stop that a row of one means. */
export type AuditedEntries = {
  actions: readonly string[]
  entriesOf: (row: AuditRow) => readonly Pick<Stop, 'subject' | 'isStop' | 'rules'>[]
}

type Listing = { since: Date; audited: readonly StopEntry[] }

/** A kind of stops that survive a restore. To add one, add a row to `STOP_KINDS`. */
export type StopKind = {
  /** One read of the audit log serves all kinds. */
  audited?: AuditedEntries
  /**
   * The stops and liftings since a moment, in any order, at least the latest of each subject. `audited` has the latest
   * ones of the audit log. Without this function those are all.
   */
  list?: (ctx: Pick<WorkerCtx, 'db' | 'now'>, known: Listing) => Promise<readonly StopEntry[]>
  /** Stops the subject again, audited, unless it is stopped or missing. */
  apply: (ctx: OperatorCtx, stop: Stop) => Promise<void>
}

export type StopKinds = Readonly<Record<string, StopKind>>

type Moment = Pick<Stop, 'at' | 'id' | 'isStop'>

/** Whether an entry is later than another about the same subject. A lifting wins a tie. */
export function isLater(one: Moment, other: Moment | undefined): boolean {
  if (!other || one.at !== other.at) return !other || one.at > other.at
  return one.id !== other.id ? one.id > other.id : other.isStop && !one.isStop
}

/** The latest entry of each subject, by kind and subject. */
export type LatestStops = Map<string, Stop>

export function keyOf({ kind, subject }: Stop): string {
  return `${kind} ${subject}`
}

/** Adds entries that are later than those in the map. Returns the ones it added. */
export function mergeStops(latest: LatestStops, entries: readonly Stop[]): Stop[] {
  return entries.filter((entry) => {
    const isNews = isLater(entry, latest.get(keyOf(entry)))
    if (isNews) latest.set(keyOf(entry), entry)
    return isNews
  })
}
