import { describe, expect, test } from 'vitest'
import { METRIC_AREAS } from '@/registry/metrics'
import { openMetrics } from './library'
import { defineCounter, defineGauge, defineHistogram, type MetricArea, type Reading, recording } from './metric'
import { readSamples } from './read-samples'

const ids = defineCounter({ name: 'test_ids_total', help: 'A test', labels: ['id'], maxSeries: 3 })
const seconds = defineHistogram({ name: 'test_seconds', help: 'A test', labels: ['id'], maxSeries: 2, bounds: [1, 2] })
const depth = defineGauge({ name: 'test_depth', help: 'A test', labels: ['queue'], maxSeries: 2 })

const seriesOf = (page: string, name: string) => page.split('\n').filter((line) => line.startsWith(`${name}{`))
const area = (readings: Partial<Reading>[]): MetricArea => ({
  readings: readings.map((reading, n) => ({ name: `${n}`, metrics: [depth], keptMs: 0, read: () => [], ...reading })),
})

describe('what is counted', () => {
  test('costs nothing and is dropped while nobody may ask', () => {
    ids.add({ id: 'before' })
    expect(recording().to).toBeNull()
  })

  test('tells so many values of a label apart, all others as one', async () => {
    const metrics = await openMetrics([ids, seconds])
    recording().to = metrics
    for (let id = 0; id < 50; id++) {
      ids.add({ id: `${id}` })
      seconds.record({ id: `${id}` }, 1.5)
    }
    recording().to = null
    const page = await metrics.write([])
    expect(seriesOf(page, 'test_ids_total')).toHaveLength(3 + 1)
    expect(page).toContain('test_ids_total{otel_metric_overflow="true"} 47')
    expect(seriesOf(page, 'test_seconds_count')).toHaveLength(2 + 1)
    expect(page).toContain('test_seconds_bucket{id="0",le="2"} 1')
  })

  test('is at most four thousand series of a process', () => {
    const all = METRIC_AREAS.flatMap(({ recorded = [], readings = [] }) => [
      ...recorded,
      ...new Set(readings.flatMap(({ metrics }) => metrics)),
    ])
    const unique = [...new Map(all.map((metric) => [metric.name, metric])).values()]
    const most = unique.reduce(
      (total, { maxSeries, bounds }) => total + (maxSeries + 1) * (bounds ? bounds.length + 3 : 1),
      0,
    )
    expect(most).toBeLessThan(4_000)
    for (const { name, kind } of unique) {
      expect(name).toMatch(/^(slipway|process|nodejs)_[a-z0-9_]+$/)
      expect(name.endsWith('_total')).toBe(kind === 'counter')
    }
  })
})

describe('what is read', () => {
  test('goes with what it was read from', async () => {
    const { write } = await openMetrics([])
    const asked = (queues: string[]) => write(queues.map((queue) => depth.of({ queue }, 1)))
    expect(seriesOf(await asked(['a', 'b']), 'test_depth')).toHaveLength(2)
    expect(seriesOf(await asked(['b']), 'test_depth')).toEqual(['test_depth{queue="b"} 1'])
    expect(seriesOf(await asked(['a', 'b', 'c', 'd']), 'test_depth')).toHaveLength(2 + 1)
  })

  test('is left out where it fails, and the rest is told', async () => {
    const fails = () => Promise.reject(new Error('the database is away'))
    const samples = await readSamples([area([{ read: fails }, { read: () => [depth.of({ queue: 'a' }, 5)] }])])
    expect(samples.map(({ metric, labels, value }) => [metric.name, ...Object.values(labels), value])).toEqual([
      ['slipway_reading_ok', '0', 0],
      ['slipway_reading_ok', '1', 1],
      ['test_depth', 'a', 5],
    ])
  })

  test('is asked once while it is under way, told as missing where it takes too long, and told once it is there', async () => {
    let asked = 0
    let answer: (samples: ReturnType<Reading['read']>) => void = () => {}
    const read = () => {
      asked += 1
      return new Promise<Awaited<ReturnType<Reading['read']>>>((resolve) => {
        answer = resolve
      })
    }
    const slow = [area([{ name: 'slow', keptMs: 60_000, read }])]
    const [one, other] = await Promise.all([readSamples(slow), readSamples(slow)])
    expect([one, other].flat().map(({ value }) => value)).toEqual([0, 0])
    answer([depth.of({ queue: 'a' }, 5)])
    expect((await readSamples(slow)).map(({ value }) => value)).toEqual([1, 5])
    expect(asked).toBe(1)
  })
})
