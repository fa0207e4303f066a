import { expect, test } from 'vitest'
import type { AlarmKind } from '@/schemas/alarms/words'
import { type AlarmRow, incidentsOf } from './incidents-of'
import { type AlarmNotification, isQuiet, type Listener, planNotice } from './plan-notice'

const MINUTE = 60_000
/** Noon of a winter's day in UTC. */
const NOON = Date.parse('2026-01-15T12:00:00Z')
const NIGHTS = { from: '22:00', until: '07:00', timeZone: 'UTC' }

/** A channel with a clock: the events so far, and its notices at a moment. */
function channelWorld(terms: Partial<Listener> = {}, beginsAt = NOON) {
  let now = beginsAt
  let notifications: AlarmNotification[] = []
  const rows: AlarmRow[] = []
  const listener: Listener = {
    name: 'ops',
    leastSeverity: 'warning',
    quietHours: null,
    toldAt: null,
    ...terms,
  }
  const poll = () => {
    const incidents = incidentsOf(rows)
    const plan = planNotice(listener, { incidents, notifications, deployment: 'test', now: new Date(now) })
    const kept = new Set(plan.keep.map(({ alarmKey }) => alarmKey))
    notifications = notifications.filter(({ alarmKey }) => !plan.forget.includes(alarmKey) && !kept.has(alarmKey))
    notifications.push(...plan.keep)
    if (plan.notice) listener.toldAt = new Date(now)
    return plan.notice
  }
  const said = (notice = poll()) =>
    notice && {
      opened: notice.opened.map(({ subject }) => subject),
      closed: notice.closed.map(({ subject }) => subject),
      over: notice.over.map(({ subject }) => subject),
    }
  return {
    poll,
    said,
    pass: (ms: number) => {
      now += ms
    },
    open: (subject: string, kind: AlarmKind = 'mail_backlog') => {
      const row = { kind, subject, chainId: null, chainName: null, message: 'late', reason: null }
      rows.push({ ...row, id: `${rows.length}`, openedAt: new Date(now), closedAt: null })
    },
    close: (subject: string) => {
      for (const row of rows) if (row.subject === subject) row.closedAt ??= new Date(now)
    },
  }
}

const only = (part: object) => ({ opened: [], closed: [], over: [], ...part })

test('an alarm is told once it has stood for a minute, once, and so is its end', () => {
  const { open, close, pass, said } = channelWorld()
  open('a')
  pass(MINUTE - 1)
  expect(said()).toBe(null)
  pass(1)
  expect(said()).toEqual(only({ opened: ['a'] }))
  pass(10 * MINUTE)
  expect(said()).toBe(null)
  close('a')
  expect(said()).toBe(null)
  pass(MINUTE)
  expect(said()).toEqual(only({ closed: ['a'] }))
  pass(MINUTE)
  expect(said()).toBe(null)
})

test('one that closes within its minute is told to nobody', () => {
  const { open, close, pass, said } = channelWorld()
  open('a')
  pass(MINUTE / 2)
  close('a')
  pass(MINUTE)
  expect(said()).toBe(null)
})

test('one that comes and goes is one incident: it is told once, and its end once it stays away', () => {
  const { open, close, pass, said } = channelWorld()
  const received: unknown[] = []
  for (let turn = 0; turn < 6; turn++) {
    open('a')
    pass(MINUTE / 2)
    received.push(said())
    close('a')
    pass(MINUTE / 2)
    received.push(said())
  }
  pass(MINUTE)
  received.push(said())
  expect(received.filter(Boolean)).toEqual([only({ opened: ['a'] }), only({ closed: ['a'] })])
})

test('a channel gets one message a minute at most, the worst first', () => {
  const { open, pass, poll, said } = channelWorld()
  open('a')
  pass(MINUTE)
  expect(said()).toEqual(only({ opened: ['a'] }))
  pass(-MINUTE / 2)
  open('b')
  open('c', 'ledger_drift')
  pass(MINUTE)
  expect(said()).toBe(null)
  pass(MINUTE / 2)
  expect(poll()?.opened.map(({ subject }) => subject)).toEqual(['c', 'b'])
})

test('what matters less than the channel wants is not told, nor a channel of its own failure', () => {
  const { open, pass, said } = channelWorld({ leastSeverity: 'error' })
  open('mails', 'mail_backlog')
  open('webhooks', 'webhook_backlog')
  open('ops', 'alarm_channel_failing')
  open('other', 'alarm_channel_failing')
  pass(MINUTE)
  expect(said()).toEqual(only({ opened: ['webhooks', 'other'] }))
})

test('quiet hours hold back all but the critical ones, and one digest follows them', () => {
  const { open, close, pass, poll, said } = channelWorld({ quietHours: NIGHTS }, NOON)
  open('before')
  pass(MINUTE)
  expect(said()).toEqual(only({ opened: ['before'] }))
  pass(11 * 60 * MINUTE)
  open('stays')
  open('goes')
  open('worst', 'ledger_drift')
  pass(MINUTE)
  expect(said()).toEqual(only({ opened: ['worst'] }))
  close('goes')
  close('worst')
  close('before')
  pass(MINUTE)
  expect(said()).toEqual(only({ closed: ['worst'] }))
  pass(7 * 60 * MINUTE)
  expect(said()).toBe(null)
  pass(60 * MINUTE)
  const digest = poll()
  expect(said(digest)).toEqual({ opened: ['stays'], closed: ['before'], over: ['goes'] })
  expect(digest?.isDigest).toBe(true)
  pass(MINUTE)
  expect(said()).toBe(null)
})

test('many alarms at once are one incident, which is over with the last of them', () => {
  const { open, close, pass, poll } = channelWorld()
  const subjects = Array.from({ length: 6 }, (_, n) => `s${n}`)
  for (const subject of subjects) open(subject)
  pass(MINUTE)
  const keys = new Set(poll()?.opened.map(({ dedupKey }) => dedupKey))
  expect(keys).toEqual(new Set(['slipway:test:many:0']))
  for (const subject of subjects.slice(1)) close(subject)
  pass(MINUTE)
  expect(poll()).toMatchObject({ resolved: [] })
  close('s0')
  pass(MINUTE)
  expect(poll()).toMatchObject({ resolved: ['slipway:test:many:0'] })
})

test.each([
  ['2026-01-15T20:59:59Z', false],
  ['2026-01-15T21:00:00Z', true],
  ['2026-01-16T05:59:59Z', true],
  ['2026-01-16T06:00:00Z', false],
  // Summer: an hour earlier in UTC.
  ['2026-07-15T20:00:00Z', true],
  ['2026-07-16T05:00:00Z', false],
])('quiet hours follow the wall clock of their zone: %s is %s', (at, quiet) => {
  expect(isQuiet({ from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' }, new Date(at))).toBe(quiet)
})
