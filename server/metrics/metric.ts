import { oncePerProcess } from '@/db/once-per-process'

type LabelsOf<Names extends readonly string[]> = Record<Names[number], string>
type Row<Names extends readonly string[]> = {
  /** The name in Prometheus style: the unit at the end, counters with `_total`. */
  name: string
  help: string
  /** Labels with few and known values: never an id, an address, a URL or a text of a tenant. */
  labels: Names
  /** The maximum of separate combinations of label values; all others count as one. */
  maxSeries: number
}

/** One family of `/metrics`. */
export type Metric = Row<readonly string[]> & {
  kind: 'counter' | 'gauge' | 'histogram'
  /** Upper bounds of a histogram's buckets. */
  bounds?: readonly number[]
}

/** One value that is read at a scrape. */
export type Sample = { metric: Metric; labels: Record<string, string>; value: number }

/** Values that are read together at a scrape. */
export type Reading = {
  name: string
  metrics: readonly Metric[]
  /** The queues whose depth and age it reports. */
  queues?: readonly string[]
  /** The time for which a reading is reused for further scrapes. Zero: it is read from memory each time. */
  keptMs: number
  read: () => readonly Sample[] | Promise<readonly Sample[]>
}

/** The metrics of an area of the product: counters, and values that are read at a scrape. */
export type MetricArea = { recorded?: readonly Metric[]; readings?: readonly Reading[] }

/** Adds to counters and histograms. */
export type Recorder = {
  add: (metric: Metric, labels: Record<string, string>, value: number) => void
  record: (metric: Metric, labels: Record<string, string>, value: number) => void
}

/** Without a recorder nothing is counted, so a process without scrapes has no cost. */
export const recording = () => oncePerProcess('metrics-recorder', () => ({ to: null as Recorder | null }))

/** The time for which readings from the database are reused. */
export const DATABASE_KEPT_MS = 15_000

/** Something that is counted as it happens. */
export function defineCounter<const Names extends readonly string[]>(row: Row<Names>) {
  const metric = { ...row, kind: 'counter' } as const
  return { ...metric, add: (labels: LabelsOf<Names>, by = 1) => recording().to?.add(metric, labels, by) }
}

/** The distribution of durations or amounts. */
export function defineHistogram<const Names extends readonly string[]>(
  row: Row<Names> & { bounds: readonly number[] },
) {
  const metric = { ...row, kind: 'histogram' } as const
  return {
    ...metric,
    record: (labels: LabelsOf<Names>, value: number) => recording().to?.record(metric, labels, value),
  }
}

/** A value that is read at a scrape; `counter` if it only grows. */
export function defineGauge<const Names extends readonly string[]>(row: Row<Names> & { kind?: 'gauge' | 'counter' }) {
  const metric = { ...row, kind: row.kind ?? 'gauge' } as const
  return { ...metric, of: (labels: LabelsOf<Names>, value: number): Sample => ({ metric, labels, value }) }
}
