import { oncePerProcess } from '@/db/once-per-process'
import type { MeteredName } from '@/schemas/usage/words'

/** A meter that was idle for this time is read again: other processes may have counted meanwhile. */
export const IDLE_MS = 5_000

/** The usage of one product by a project in one window, as this process knows it. */
export type Meter = {
  businessId: string
  projectId: string
  productId: number
  periodStart: Date
  /** The uses that Postgres reported last, including those carried over from a previous subscription. */
  known: Map<MeteredName, number>
  rolledOver: ReadonlyMap<MeteredName, number>
  /** Uses of this process that are not written yet; below zero where more was given back than used. */
  pending: Map<MeteredName, number>
  usedAt: number
}

export type Meters = {
  /** Meters that are being read. */
  loading: Map<string, Promise<Meter>>
  loaded: Map<string, Meter>
  timer: NodeJS.Timeout | null
  /** Writes run one after the other: a late answer of Postgres must not hide a newer one. */
  flushing: Promise<void>
}

/** The meters of a process; tests that play several processes create their own. */
export function createMeters(): Meters {
  return { loading: new Map(), loaded: new Map(), timer: null, flushing: Promise.resolve() }
}
export function processMeters(): Meters {
  return oncePerProcess('usage-meters', createMeters)
}

export function keyOf({ projectId, productId, periodStart }: Pick<Meter, 'projectId' | 'productId' | 'periodStart'>) {
  return `${projectId} ${productId} ${periodStart.getTime()}`
}
