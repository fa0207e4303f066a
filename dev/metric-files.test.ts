import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { METRIC_AREAS } from '@/registry/metrics'
import { ALARM_KINDS, ALARMS } from '@/schemas/alarms/words'
import type { Metric } from '@/server/metrics/metric'

const RULES = 'deploy/prometheus/rules.yaml'
const BOARD = 'deploy/grafana/slipway.json'
const MAX_PANELS = 24

const rule = z.object({
  record: z.string().optional(),
  alert: z.string().optional(),
  expr: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
  annotations: z.object({ summary: z.string(), runbook_url: z.string() }).optional(),
})
const rules = z
  .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(rule) })) })
  .parse(parse(readFileSync(RULES, 'utf8')))
  .groups.flatMap((group) => group.rules)
const board = z
  .object({
    uid: z.literal('slipway'),
    panels: z.array(z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
  })
  .parse(JSON.parse(readFileSync(BOARD, 'utf8')))

const queues = METRIC_AREAS.flatMap(({ readings = [] }) => readings.flatMap((reading) => reading.queues ?? []))
const families = METRIC_AREAS.flatMap(({ recorded = [], readings = [] }) => [
  ...recorded,
  ...readings.flatMap(({ metrics }) => metrics),
])
/** Metrics of Prometheus, and of the rules beside. */
const OTHERS = new Set(['up', ...rules.flatMap(({ record }) => record ?? [])])
const TARGET_LABELS = ['job', 'instance']

/** The words of PromQL that stand where a family could. */
const WORDS = new Set(
  'sum min max avg count by without on ignoring group_left and or unless rate increase histogram_quantile vector bool'.split(
    ' ',
  ),
)

/** `family{selector}` of each family that an expression reads, and the labels that it groups by. */
function readExpression(expr: string): { used: { name: string; selector: string }[]; grouped: string[] } {
  const grouped = [...expr.matchAll(/\b(?:by|on|without|ignoring) \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  )
  const plain = expr.replace(/\b(?:by|on|without|ignoring) \([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '')
  const used = [...plain.matchAll(/([a-z_:][a-zA-Z0-9_:]*)(\{[^}]*\})?/g)]
    .map(([, name = '', selector = '']) => ({ name, selector }))
    .filter(({ name }) => !WORDS.has(name))
  return { used, grouped }
}

/** The family behind a name. The name of a histogram ends in the part that is read of it. */
function familyOf(name: string): Metric | undefined {
  const part = /^(.*)_(bucket|count|sum)$/.exec(name)
  return families.find((family) => family.name === (family.kind === 'histogram' ? part?.[1] : name))
}

/** The faults of an expression, in words. */
function faultsOf(expr: string): string[] {
  const { used, grouped } = readExpression(expr)
  const known = [...TARGET_LABELS, 'le', 'slo', ...used.flatMap(({ name }) => familyOf(name)?.labels ?? [])]
  return [
    ...(used.length === 0 ? ['reads nothing'] : []),
    ...grouped.filter((label) => !known.includes(label)).map((label) => `groups by ${label}`),
    ...used.flatMap(({ name, selector }) => faultsOfSelector(name, selector)),
  ]
}

function faultsOfSelector(name: string, selector: string): string[] {
  const family = familyOf(name)
  if (!family) return OTHERS.has(name) ? [] : [`${name} is told by nobody`]
  return [...selector.matchAll(/(\w+)[=!]~?"([^"]*)"/g)].flatMap(([, label = '', value = '']) => {
    if (label === 'le') return family.bounds?.includes(Number(value)) ? [] : [`${name} has no bucket ${value}`]
    if (label === 'queue') return value.split('|').filter((queue) => !queues.includes(queue))
    if (label === 'kind') return value.split('|').filter((kind) => !ALARM_KINDS.some((known) => known === kind))
    return family.labels.includes(label) ? [] : [`${name} has no label ${label}`]
  })
}

/** As a link names them. */
function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}

test('what an expression gets wrong is found', () => {
  expect(faultsOf('sum by (wallet) (rate(slipway_no_such_total{outcome="failed"}[5m]))')).toEqual([
    'groups by wallet',
    'slipway_no_such_total is told by nobody',
  ])
  expect(faultsOf('slipway_accept_to_broadcast_seconds_bucket{le="11",tenant="a"}')).toEqual([
    'slipway_accept_to_broadcast_seconds_bucket has no bucket 11',
    'slipway_accept_to_broadcast_seconds_bucket has no label tenant',
  ])
  expect(faultsOf('slipway_accept_to_broadcast_seconds > 1')).toHaveLength(1)
  expect(faultsOf('slipway_alarms_open{kind=~"recovering|no_such_kind"}')).toEqual(['no_such_kind'])
  expect(faultsOf('slipway_queue_depth{queue=~"mails|no_such_queue"}')).toEqual(['no_such_queue'])
  expect(faultsOf('vector(1)')).toEqual(['reads nothing'])
})

describe(RULES, () => {
  const alerts = rules.filter(({ alert }) => alert !== undefined)

  test('reads only what the product tells', () => {
    const isBudget = ({ expr }: { expr: string }) => /^vector\([\d.]+\)$/.test(expr)
    expect(rules.length).toBeGreaterThan(40)
    expect(rules.filter((each) => !isBudget(each)).flatMap(({ expr }) => faultsOf(expr))).toEqual([])
  })

  test.each(alerts.map((each) => [each.alert, each] as const))(
    '%s says whom it calls, why, and where to look',
    (_, each) => {
      expect(each.labels.severity).toMatch(/^(page|ticket)$/)
      expect(each.annotations?.summary).toMatch(/\w/)
      const [path = '', anchor] = each.annotations?.runbook_url.split('#') ?? []
      const headings = ALARM_KINDS.flatMap((kind) => headingsOf(path.replace('{{ $labels.kind }}', kind)))
      if (anchor !== undefined) expect(headings).toContain(anchor)
    },
  )

  test('calls somebody for each critical alarm', () => {
    const critical = ALARM_KINDS.filter((kind) => ALARMS[kind].severity === 'critical')
    const kindsOf = (severity: string) =>
      alerts
        .filter((each) => each.labels.severity === severity)
        .flatMap(({ expr }) => /slipway_alarms_open\{kind[!=]~"([a-z_|]+)"/.exec(expr)?.[1]?.split('|') ?? [])
    expect(kindsOf('page').toSorted()).toEqual(critical.toSorted())
    expect(kindsOf('ticket')).toEqual(kindsOf('page'))
  })

  test('a service level has a budget and each of the windows that its alerts read', () => {
    const levels = rules.filter(({ record }) => record === 'slipway:slo_budget:ratio').map(({ labels }) => labels.slo)
    expect(levels).toHaveLength(7)
    const windows = [
      ...new Set(alerts.flatMap(({ expr }) => [...expr.matchAll(/ratio_rate\w+/g)].map(([found]) => found))),
    ]
    expect(windows.length).toBe(5)
    for (const slo of levels)
      for (const window of windows)
        expect(rules.some((each) => each.record === `slipway:slo_errors:${window}` && each.labels.slo === slo)).toBe(
          true,
        )
  })
})

describe(BOARD, () => {
  test('has panels that each read what the product tells', () => {
    expect(board.panels.length).toBeLessThanOrEqual(MAX_PANELS)
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
    const faults = board.panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) => faultsOf(expr).map((fault) => `${title}: ${fault}`)),
    )
    expect(faults).toEqual([])
  })
})
