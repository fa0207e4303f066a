import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MS_PER_DAY } from '@/server/durations'
import { propertyRuns } from '@/server/testing/proof'
import { IMPACTS } from './impacts'
import type { StatusAlarm } from './to-incidents'
import { type KnownArea, STATUS_DAYS, toStatusPage } from './view'

const NOW = new Date('2026-11-27T12:00:00Z')
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const AREAS: KnownArea[] = [
  { id: 'api', subject: { kind: 'api' }, since: LONG_AGO },
  { id: 'webhooks', subject: { kind: 'webhooks' }, since: LONG_AGO },
  { id: 'chain-8453', subject: { kind: 'chain', name: 'Base', network: 'MAINNET' }, since: minutesAgo(3 * 1_440) },
  { id: 'provider-paystack', subject: { kind: 'provider', name: 'paystack' }, since: LONG_AGO },
]

function alarm(kind: StatusAlarm['kind'], openedAt: Date, rest: Partial<StatusAlarm> = {}): StatusAlarm {
  return { kind, chainId: null, subject: 'internal-7', closedAt: null, ...rest, openedAt }
}
const pageOf = (...alarms: StatusAlarm[]) => toStatusPage(AREAS, alarms, NOW)
const areaOf = (page: ReturnType<typeof pageOf>, id: string) => page.areas.find((area) => area.id === id)

test('without alarms everything is operational, and days before an area existed are unknown', () => {
  const page = pageOf()
  expect(page).toMatchObject({ state: 'operational', incidents: [], checkedAt: NOW.toISOString() })
  expect(areaOf(page, 'api')?.days.map(({ state }) => state)).toEqual(Array(STATUS_DAYS).fill('operational'))
  const days = areaOf(page, 'chain-8453')?.days.map(({ state }) => state)
  expect(days?.slice(-5)).toEqual([null, 'operational', 'operational', 'operational', 'operational'])
})

test('an open alarm degrades its area alone, since it opened; the worst of several counts', () => {
  const behind = alarm('deposits_behind', minutesAgo(90), { chainId: 8_453 })
  const page = pageOf(behind, alarm('chain_unreachable', minutesAgo(5), { chainId: 8_453 }))
  expect(page.state).toBe('down')
  expect(areaOf(page, 'chain-8453')).toMatchObject({ state: 'down', since: minutesAgo(90).toISOString() })
  expect(areaOf(page, 'chain-8453')?.days.at(-1)).toEqual({ day: '2026-11-27', state: 'down', minutes: 90 })
  expect(areaOf(page, 'api')).toMatchObject({ state: 'operational', since: null })
  expect(pageOf(behind).state).toBe('degraded')
  expect(page.incidents.map(({ title }) => title)).toEqual(['The chain is not reachable', 'Deposits are delayed'])
})

test('a closed alarm marks its days and stays listed for a month', () => {
  const yesterday = alarm('webhook_backlog', minutesAgo(14 * 60), { closedAt: minutesAgo(11 * 60) })
  const old = alarm('webhook_backlog', minutesAgo(40 * 1_440), { closedAt: minutesAgo(40 * 1_440 - 1) })
  const page = pageOf(yesterday, old)
  expect(areaOf(page, 'webhooks')).toMatchObject({ state: 'operational', since: null })
  expect(areaOf(page, 'webhooks')?.days.slice(-2)).toEqual([
    { day: '2026-11-26', state: 'degraded', minutes: 120 },
    { day: '2026-11-27', state: 'degraded', minutes: 60 },
  ])
  expect(areaOf(page, 'webhooks')?.days.filter(({ state }) => state === 'degraded')).toHaveLength(3)
  expect(page.incidents).toEqual([
    {
      areaId: 'webhooks',
      title: 'Deliveries are delayed',
      state: 'degraded',
      openedAt: minutesAgo(14 * 60).toISOString(),
      closedAt: minutesAgo(11 * 60).toISOString(),
    },
  ])
})

test('an alarm that flaps, and two kinds with the same effect, are one incident', () => {
  const flapping = [60, 50, 40, 30].map((at) =>
    alarm('provider_failing', minutesAgo(at), { subject: 'paystack', closedAt: minutesAgo(at - 5) }),
  )
  expect(pageOf(...flapping).incidents).toHaveLength(1)
  const signing = pageOf(alarm('signer_silent', minutesAgo(9)), alarm('key_service_silent', minutesAgo(8)))
  expect(signing.incidents).toMatchObject([{ areaId: 'api', openedAt: minutesAgo(9).toISOString(), closedAt: null }])
})

test('other alarms, and those of chains and providers that are not shown, leave no trace', () => {
  const page = pageOf(
    alarm('treasury_low', minutesAgo(5), { chainId: 8_453 }),
    alarm('ledger_drift', minutesAgo(5)),
    alarm('chain_unreachable', minutesAgo(5), { chainId: 1 }),
    alarm('provider_failing', minutesAgo(5), { subject: 'monnify' }),
  )
  expect(page).toEqual(pageOf())
})

const KINDS = Object.keys(IMPACTS) as StatusAlarm['kind'][] // the table's own keys
const someAlarm = fc
  .record({
    kind: fc.constantFrom(...KINDS, 'ledger_drift' as const),
    chainId: fc.constantFrom(null, 8_453, 1),
    subject: fc.constantFrom('paystack', 'monnify', 'internal-7'),
    minutesAgo: fc.integer({ min: 0, max: 100 * 1_440 }),
    lastedMinutes: fc.option(fc.integer({ min: 0, max: 5 * 1_440 })),
  })
  .map(({ minutesAgo: ago, lastedMinutes, ...rest }) => {
    const closedAt = lastedMinutes === null ? null : minutesAgo(Math.max(0, ago - lastedMinutes))
    return { ...rest, openedAt: minutesAgo(ago), closedAt }
  })

test('states, days and incidents agree, whatever alarms there were', () => {
  fc.assert(
    fc.property(fc.array(someAlarm, { maxLength: 40 }), (alarms) => {
      const page = toStatusPage(AREAS, alarms, NOW)
      for (const area of page.areas) {
        const open = page.incidents.filter(({ areaId, closedAt }) => areaId === area.id && closedAt === null)
        expect(area.state === 'operational').toBe(open.length === 0)
        expect(area.since === null).toBe(open.length === 0)
        expect(area.days).toHaveLength(STATUS_DAYS)
        const wrong = area.days.filter(
          ({ state, minutes, day }) =>
            minutes > (day === '2026-11-27' ? 720 : MS_PER_DAY / 60_000) ||
            (minutes > 0 && state !== 'degraded' && state !== 'down'),
        )
        expect(wrong).toEqual([])
      }
      expect(JSON.stringify(page)).not.toContain('internal-7')
      // In any order the same.
      expect(toStatusPage(AREAS, alarms.toReversed(), NOW).areas).toEqual(page.areas)
    }),
    propertyRuns(),
  )
})
