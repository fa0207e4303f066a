import { expect, test } from 'vitest'
import { readSource } from '@/dev/testing/sources'
import { METRIC_AREAS } from './metrics'

const families = new Map(
  METRIC_AREAS.flatMap(({ recorded = [], readings = [] }) => [
    ...recorded,
    ...readings.flatMap(({ metrics }) => metrics),
  ]).map((metric) => [metric.name, metric]),
)

test('docs/metrics.md describes every family, and no other', () => {
  const rows = [...readSource('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \| (.+?) \| (.+) \|$/gm)]
  const reported = rows.map(([, name, kind, labels = '', help]) => {
    return { name, kind, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label), help }
  })
  expect(reported).toEqual([...families.values()].map(({ name, kind, labels, help }) => ({ name, kind, labels, help })))
})

test('no two readings, and no two descriptions of a family, share a name', () => {
  const readings = METRIC_AREAS.flatMap((area) => area.readings ?? [])
  expect(new Set(readings.map(({ name }) => name)).size).toBe(readings.length)
  for (const { recorded = [], readings: own = [] } of METRIC_AREAS)
    for (const metric of [...recorded, ...own.flatMap(({ metrics }) => metrics)])
      expect(families.get(metric.name)).toBe(metric)
})

test('docs/metrics.md describes every queue, and no other', () => {
  const [, section = ''] = readSource('docs/metrics.md').split('## Queues\n')
  const described = [...section.matchAll(/^\| `(\w+)` \| .+ \|$/gm)].map(([, queue]) => queue)
  const queues = METRIC_AREAS.flatMap(({ readings = [] }) => readings.flatMap((reading) => reading.queues ?? []))
  expect(described).toEqual(queues)
})
