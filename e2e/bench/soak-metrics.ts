import { loadavg } from 'node:os'
import { percentile } from '@/e2e/percentile'
import { readMemory } from '@/e2e/process-memory'
import { KINDS, MIX, type Seen, type Tally } from './soak-load'
import type { Facts } from './transfer-world'

/** What the stack must be started with, so that it serves metrics. */
export const METRICS_TOKEN = 'token-of-the-soak-bench'
const EVERY_MS = 5_000
const MIB = 2 ** 20

/**
 * The worst event-loop lag, the smallest heap (as after a collection), how many wait for the database, and the queues:
 * transactions without an outcome, and messages that are due.
 */
export type Metrics = { lagMs: number; heapMb: number; waiting: number; open: number; due: number }

async function readMetrics({ baseUrl }: Facts): Promise<Metrics> {
  const answer = await fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const values = [...(await answer.text()).matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)]
  const sumOf = (name: string, label = '') =>
    values.reduce((sum, [, is, of = '', value]) => sum + (is === name && of.includes(label) ? Number(value) : 0), 0)
  return {
    lagMs: sumOf('nodejs_eventloop_lag_p99_seconds') * 1_000,
    heapMb: sumOf('nodejs_heap_used_bytes') / MIB,
    waiting: sumOf('slipway_database_waiting'),
    open: sumOf('slipway_queue_depth', 'transactions_'),
    due: sumOf('slipway_queue_depth', 'webhooks_due'),
  }
}

/** Reads the metrics again and again. `take` answers what was seen since it was last called. */
export function watchMetrics(facts: Facts) {
  let seen: Metrics[] = []
  // A scrape that an overloaded app does not answer is left out.
  const timer = setInterval(
    () =>
      void readMetrics(facts).then(
        (metrics) => seen.push(metrics),
        () => {},
      ),
    EVERY_MS,
  )
  return {
    take(): Metrics {
      const taken = seen
      seen = []
      const last = taken.at(-1)
      return {
        lagMs: Math.max(...taken.map(({ lagMs }) => lagMs)),
        heapMb: Math.min(...taken.map(({ heapMb }) => heapMb)),
        waiting: Math.max(...taken.map(({ waiting }) => waiting)),
        open: last?.open ?? Number.NaN,
        due: last?.due ?? Number.NaN,
      }
    },
    stop: () => clearInterval(timer),
  }
}
export type MetricsWatch = ReturnType<typeof watchMetrics>

/** Megabytes of each process of the stack with its children. */
export type Memory = Record<string, number>

/** Prints what was seen in a span as one line. Answers its metrics and memory. */
export function printSpan(title: string, tally: Tally, { facts, watch }: { facts: Facts; watch: MetricsWatch }) {
  const [metrics, memory] = [watch.take(), readMemory(facts.pids)]
  const kinds = KINDS.map((kind) => `${kind} ${seenText(tally[kind])}`).join(', ')
  const held = Object.entries(memory).map(([name, mb]) => `${name} ${mb.toFixed(0)}`)
  console.log(
    `  ${title}, load ${loadavg()[0]?.toFixed(1)}: ${kinds}; lag p99 ${metrics.lagMs.toFixed(0)} ms;` +
      ` at the database ${metrics.waiting}, open ${metrics.open}, due ${metrics.due}; MB: ${held.join(' ')}, heap ${metrics.heapMb.toFixed(0)}`,
  )
  return { metrics, memory, acceptP99: percentileOf(tally, 'accept', 99), readP99: percentileOf(tally, 'read', 99) }
}

/** How many of each status, `p50/p99 ms` of those that were done. */
function seenText({ answers, latenciesMs, open }: Seen): string {
  const by = [...answers].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n}×${status}`)
  const without = open.size > 0 ? ` ${open.size} open` : ''
  return `${by.join(' ') || 0}${without} ${percentile(latenciesMs, 50).toFixed(0)}/${percentile(latenciesMs, 99).toFixed(0)}`
}

/** The p-th percentile of all requests of a group. One without an answer counts with the time it has waited. */
export function percentileOf(tally: Tally, group: (typeof MIX)[keyof typeof MIX]['group'], p: number): number {
  const now = performance.now()
  const seen = KINDS.filter((kind) => MIX[kind].group === group).map((kind) => tally[kind])
  const waiting = seen.flatMap(({ open }) => [...open].map((dueAt) => now - dueAt))
  return percentile([...seen.flatMap(({ latenciesMs }) => latenciesMs), ...waiting], p)
}

/** How many answers of all kinds had a status like this. */
export function countOf(tallies: readonly Tally[], isCounted: (status: number) => boolean): number {
  return tallies
    .flatMap((tally) => KINDS.map((kind) => tally[kind]))
    .flatMap(({ answers }) => [...answers])
    .reduce((sum, [status, n]) => sum + (isCounted(status) ? n : 0), 0)
}

/** Least squares: megabytes per hour of readings that are a minute apart. */
export function slopePerHour(readings: readonly number[]): number {
  const mid = (readings.length - 1) / 2
  const mean = readings.reduce((sum, value) => sum + value, 0) / readings.length
  const over = readings.reduce((sum, value, n) => sum + (n - mid) * (value - mean), 0)
  return (60 * over) / readings.reduce((sum, _, n) => sum + (n - mid) ** 2, 0)
}
