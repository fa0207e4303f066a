import { oncePerProcess } from '@/db/once-per-process'
import type { MeteredName } from '@/schemas/usage/words'

/** A meter that was idle for this time is read again: other processes may have counted meanwhile. */
export const IDLE_MS = 5_000

/** One project's use of one product in one window, as this process knows it. */
export type Meter = {
  businessId: string
  projectId: string
  productId: number
  periodStart: Date
  /** What Postgres said last, with what a subscription before brought along. */
  known: Map<MeteredName, number>
  rolledOver: ReadonlyMap<MeteredName, number>
  /** What this process used and has not written yet; what was given back may make it less than nothing. */
  pending: Map<MeteredName, number>
  usedAt: number
}

export type Meters = {
  /** Being read. */
  loading: Map<string, Promise<Meter>>
  loaded: Map<string, Meter>
  timer: NodeJS.Timeout | null
  /** One after the other: a late answer of Postgres must not hide what came after it. */
  flushing: Promise<void>
}

/** The meters of a process; suites that play several make their own. */
export function createMeters(): Meters {
  return { loading: new Map(), loaded: new Map(), timer: null, flushing: Promise.resolve() }
}
export function processMeters(): Meters {
  return oncePerProcess('usage-meters', createMeters)
}

export function keyOf({ projectId, productId, periodStart }: Pick<Meter, 'projectId' | 'productId' | 'periodStart'>) {
  return `${projectId} ${productId} ${periodStart.getTime()}`
}
