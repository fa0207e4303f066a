import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '@/e2e/percentile'
import { type Load, MIX, newTally, startLoad, type Tally } from './soak-load'
import { countOf, METRICS_TOKEN, type MetricsWatch, printSpan, slopePerHour, watchMetrics } from './soak-metrics'
import { checkSoak, openSoakWorld, type SoakWorld } from './soak-world'
import { withWorld } from './transfer-world'

const SHARE_OF_CAPACITY = 0.7
/** The search for the capacity: rates grow until one is too much, each held for so long. */
const SEARCH = { from: 8, factor: 1.5, steps: 10, ms: 12_000 }
/** The compilers of the processes are warm then. */
const WARM_UP_MS = 20_000
const MAX_ACCEPT_P99_MS = 3_000
/** The backlog grows where the events of more seconds than this have not arrived. */
const MAX_BACKLOG_SECONDS = 10
/** One tenant's plan has this much of what it sends at the calm pace, and is full when the overload begins. */
const LIMIT_TIMES = 1.1
const OVERLOAD = { times: 3, ms: 60_000 }
/** The calm p99 counts as reached again below twice of it, for two windows. */
const RECOVERY = { times: 2, windowMs: 5_000, most: 36, aimSeconds: 30 }
const MINUTE_MS = 60_000
const SLOPE_MINUTES = 40
const DRAIN_POLL_MS = 500

type Run = { world: SoakWorld; load: Load; watch: MetricsWatch; tallies: Tally[] }
type Span = ReturnType<typeof printSpan>

/**
 * Mixed load at 70 % of the capacity for some minutes, then three times the capacity for one, then the calm pace again.
 * Throws if something accepted was lost or done twice, and where an answer was 5xx other than 503.
 */
export async function benchSoak({ minutes }: { minutes: number }): Promise<void> {
  process.env.METRICS_TOKEN = METRICS_TOKEN
  await withWorld(async (stack) => {
    const world = await openSoakWorld(stack)
    const watch = watchMetrics(stack.facts)
    const run: Run = { world, watch, load: await startLoad(stack.facts, world.tenants), tallies: [] }
    await spanOf(run, SEARCH.from, { title: 'warm-up', ms: WARM_UP_MS })
    const capacity = await findCapacity(run, SEARCH.from)
    const pace = capacity * SHARE_OF_CAPACITY
    await world.limitOne(Math.round(LIMIT_TIMES * readsPerMinute(pace / world.tenants.length)))
    console.log(`  capacity ${capacity.toFixed(0)}/s of the mix; held at ${pace.toFixed(0)}/s for ${minutes} minutes`)
    const held: Span[] = []
    for (let minute = 1; minute <= minutes; minute++)
      held.push(await spanOf(run, pace, { title: `minute ${minute}`, ms: MINUTE_MS }))
    const calm = { accept: medianOf(held, 'acceptP99'), read: medianOf(held, 'readP99') }
    // The machine has other work, and may be quicker than an hour ago.
    const capacityNow = await findCapacity(run, pace)
    const overload = await strike(run, capacityNow * OVERLOAD.times)
    const recovered = await recover(run, pace, calm)
    await run.load.stop()
    const { unanswered, faults } = await judge(run)
    watch.stop()
    report({ held, calm, overload, recovered, unanswered })
    await world.close()
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
}

/** Sends at a pace for a while, prints and answers what was seen. */
async function spanOf(run: Run, pace: number, { title, ms }: { title: string; ms: number }): Promise<Span> {
  const tally = newTally()
  run.tallies.push(tally)
  run.load.go(pace, tally)
  await wait(ms)
  return printSpan(title, tally, { facts: run.world.facts, watch: run.watch })
}

/**
 * Finds the highest rate at which transfers are accepted quickly, and end as fast as they come, as do their events. The
 * answer is at least the first rate.
 */
async function findCapacity(run: Run, from: number): Promise<number> {
  let rate = from
  for (let step = 0; step < SEARCH.steps; step++) {
    const { acceptP99 } = await spanOf(run, rate, { title: `capacity: ${rate.toFixed(0)}/s`, ms: SEARCH.ms })
    if (acceptP99 > MAX_ACCEPT_P99_MS || behind(run.world) > MAX_BACKLOG_SECONDS * transfersPerSecond(rate)) break
    rate *= SEARCH.factor
  }
  run.load.go(0, newTally())
  while (behind(run.world) > 0) await wait(DRAIN_POLL_MS)
  return Math.max(from, rate / SEARCH.factor)
}

/** Accepted transfers whose events did not arrive yet. */
function behind({ tenants, events }: SoakWorld): number {
  return tenants.reduce((sum, { transfers }) => sum + transfers.length, 0) - events.arrivedAt.size
}

function transfersPerSecond(rate: number): number {
  return rate * shareOf('accept')
}

function readsPerMinute(rate: number): number {
  return 60 * rate * (shareOf('read') + shareOf('other'))
}

function shareOf(group: string): number {
  const kinds = Object.values(MIX)
  const sum = (some: readonly { share: number }[]) => some.reduce((total, { share }) => total + share, 0)
  return sum(kinds.filter((kind) => kind.group === group)) / sum(kinds)
}

type Overload = Span & { tally: Tally }

async function strike(run: Run, rate: number): Promise<Overload> {
  const span = await spanOf(run, rate, { title: `overload ${rate.toFixed(0)}/s`, ms: OVERLOAD.ms })
  const tally = run.tallies.at(-1)
  if (!tally) throw new Error('nothing was sent')
  return { ...span, tally }
}

/** Seconds from the end of the overload until reads and acceptance were about as quick as before it; null: never. */
async function recover(run: Run, pace: number, calm: { accept: number; read: number }): Promise<number | null> {
  let isWell = false
  for (let window = 1; window <= RECOVERY.most; window++) {
    const seconds = (window * RECOVERY.windowMs) / 1_000
    const span = await spanOf(run, pace, { title: `${seconds} s after`, ms: RECOVERY.windowMs })
    const isNow = span.acceptP99 < RECOVERY.times * calm.accept && span.readP99 < RECOVERY.times * calm.read
    if (isNow && isWell) return seconds - RECOVERY.windowMs / 1_000
    isWell = isNow
  }
  return null
}

async function judge({ world, tallies }: Run): Promise<{ unanswered: number; faults: string[] }> {
  const unknown = (status: number) => status === 0 || (status >= 500 && status !== 503)
  const failed = countOf(tallies, (status) => status >= 500 && status !== 503)
  const unanswered = countOf(tallies, unknown)
  const faults = await checkSoak(world, unanswered)
  return { unanswered, faults: failed > 0 ? [...faults, `${failed} answers are 5xx other than 503`] : faults }
}

type Report = {
  held: readonly Span[]
  calm: { accept: number; read: number }
  overload: Overload
  recovered: number | null
  unanswered: number
}

function report({ held, calm, overload, recovered, unanswered }: Report): void {
  const late = held.slice(-Math.min(SLOPE_MINUTES, Math.ceil((held.length * 2) / 3)))
  const slopes = Object.keys(late[0]?.memory ?? {}).map(
    (name) => `${name} ${slopePerHour(late.map(({ memory }) => memory[name] ?? 0)).toFixed(0)}`,
  )
  const heap = slopePerHour(late.map(({ metrics }) => metrics.heapMb))
  const lags = held.map(({ metrics }) => metrics.lagMs)
  const of = (isCounted: (status: number) => boolean) => countOf([overload.tally], isCounted)
  const unadvised = Object.values(overload.tally).reduce((sum, seen) => sum + seen.unadvised, 0)
  console.log(
    `  memory over the last ${late.length} minutes, MB/h: ${slopes.join(', ')}; least heap ${heap.toFixed(0)}`,
  )
  console.log(
    `  event loop lag p99: median of the minutes ${percentile(lags, 50).toFixed(0)} ms, worst ${Math.max(...lags).toFixed(0)} ms;` +
      ` calm p99: acceptance ${calm.accept.toFixed(0)} ms, reads ${calm.read.toFixed(0)} ms`,
  )
  console.log(
    `  overload: ${of((status) => status >= 200 && status < 400)} done, ${of((status) => status === 429)} × 429, ${of((status) => status === 503)} × 503` +
      ` (${unadvised} without Retry-After), ${of((status) => status >= 500 && status !== 503)} other 5xx, ${of((status) => status === 0)} without an answer;` +
      ` acceptance p99 ${overload.acceptP99.toFixed(0)} ms, reads p99 ${overload.readP99.toFixed(0)} ms, lag p99 ${overload.metrics.lagMs.toFixed(0)} ms`,
  )
  const failures = Object.values(overload.tally).flatMap((seen) => [...seen.failures])
  for (const text of new Set(failures.map(([one]) => one))) {
    const count = failures.reduce((sum, [one, n]) => sum + (one === text ? n : 0), 0)
    console.log(`  ${count} without an answer: ${text}`)
  }
  console.log(
    `  recovered after ${recovered === null ? 'never' : `${recovered} s`} (aim ${RECOVERY.aimSeconds} s); requests without an answer in all ${unanswered}`,
  )
}

function medianOf(spans: readonly Span[], figure: 'acceptP99' | 'readP99'): number {
  return percentile(
    spans.map((span) => span[figure]),
    50,
  )
}
