import type { SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { ShownException } from '@/schemas/exceptions/contract'
import type { ExceptionKind } from '@/schemas/exceptions/words'

/** The tables of the exceptions of one kind. */
export type ExceptionSource<K extends ExceptionKind> = {
  /**
   * Selects what waits: `id` (unique within the kind), `at` (since when), `business_id` (null if there is none) and
   * `search` (the texts that people search for).
   */
  rows: (now: Date) => SQL
  /** The views of these ids. One that was decided meanwhile may be missing. */
  load: (ctx: { db: Database; now: () => Date }, ids: readonly string[]) => Promise<Map<string, ShownException<K>>>
}

/** Displayed exceptions by the id of their record. */
export function byId<K extends ExceptionKind, Subject extends ShownException<K>['subject']>(
  subjects: readonly Subject[],
  show: (subject: Subject) => ShownException<K>,
): Map<string, ShownException<K>> {
  return new Map(subjects.map((subject) => [subject.id, show(subject)]))
}
