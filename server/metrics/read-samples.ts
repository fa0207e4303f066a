import { oncePerProcess } from '@/db/once-per-process'
import { withTimeout } from '@/server/with-timeout'
import { defineGauge, type MetricArea, type Reading, type Sample } from './metric'

/** A reading that takes longer, or fails, is left out; the others are reported. */
const MAX_READING_MS = 2_000

const readingOk = defineGauge({
  name: 'slipway_reading_ok',
  help: '1 if a reading succeeded, 0 if it failed or took too long',
  labels: ['reading'],
  maxSeries: 40,
})

/** The metrics of the page itself. */
export const readingArea: MetricArea = {
  readings: [{ name: 'readings', metrics: [readingOk], keptMs: 0, read: () => [] }],
}

type CachedReading = { endedAt: number | null; samples: Promise<readonly Sample[] | null> }
const cache = oncePerProcess('metric-readings', () => new Map<string, CachedReading>())

/** The samples from the readings of all areas. A reading is made once for all callers and cached. */
export async function readSamples(areas: readonly MetricArea[]): Promise<Sample[]> {
  const readings = areas.flatMap((area) => area.readings ?? [])
  const answers = await Promise.all(
    readings.map((reading) => withTimeout(readCached(reading).samples, MAX_READING_MS, null)),
  )
  return readings.flatMap(({ name }, index) => {
    const samples = answers[index] ?? null
    return [readingOk.of({ reading: name }, samples === null ? 0 : 1), ...(samples ?? [])]
  })
}

/** Later scrapes wait for the answer in progress, so that a slow database runs one query at a time. */
function readCached(reading: Reading): CachedReading {
  const cached = cache.get(reading.name)
  if (cached && (cached.endedAt === null || performance.now() - cached.endedAt < reading.keptMs)) return cached
  const entry: CachedReading = { endedAt: null, samples: read(reading) }
  void entry.samples.then(() => {
    entry.endedAt = performance.now()
  })
  cache.set(reading.name, entry)
  return entry
}

async function read(reading: Reading): Promise<readonly Sample[] | null> {
  try {
    return await reading.read()
  } catch {
    return null
  }
}
