import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ALARM_KINDS } from '@/schemas/alarms/words'
import { CHANNEL_KINDS } from '@/schemas/channels/words'
import { propertyRuns } from '@/server/testing/proof'
import { testEnvironment } from '@/server/testing/test-database'
import type { Incident } from './incidents-of'
import type { Notice } from './plan-notice'
import { toMessages, toTestMessages } from './to-messages'

for (const [name, value] of Object.entries(testEnvironment('postgres://nowhere/none'))) vi.stubEnv(name, value)

/** The formats that the receivers accept, by their references. */
const SHAPES = {
  slack: z.strictObject({
    text: z.string().min(1).max(40_000),
    blocks: z
      .tuple([
        z.strictObject({
          type: z.literal('header'),
          text: z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(150) }),
        }),
        z.strictObject({
          type: z.literal('section'),
          text: z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3_000) }),
        }),
        z.strictObject({
          type: z.literal('context'),
          elements: z.tuple([z.strictObject({ type: z.literal('mrkdwn'), text: z.string().max(3_000) })]),
        }),
      ])
      .refine((blocks) => blocks.length <= 50),
  }),
  discord: z.strictObject({
    content: z.string().min(1).max(2_000),
    allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
    flags: z.literal(4),
  }),
  pagerduty: z.discriminatedUnion('event_action', [
    z.strictObject({
      event_action: z.literal('trigger'),
      dedup_key: z.string().min(1).max(255),
      client: z.string(),
      client_url: z.url().optional(),
      payload: z.strictObject({
        summary: z.string().min(1).max(1_024),
        source: z.string().min(1),
        severity: z.enum(['critical', 'error', 'warning', 'info']),
        timestamp: z.iso.datetime().optional(),
        component: z.string().optional(),
        class: z.string(),
        custom_details: z.record(z.string(), z.unknown()).optional(),
      }),
      links: z.array(z.strictObject({ href: z.url(), text: z.string() })).optional(),
    }),
    z.strictObject({ event_action: z.literal('resolve'), dedup_key: z.string().min(1).max(255) }),
  ]),
} as const
const MAX_EVENT_BYTES = 512 * 1_024

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3_000 }),
  fc.constantFrom('💥'.repeat(2_000), '<!channel> @everyone <@U1> *a* `b` [c](https://x.example)', '&'.repeat(4_000)),
)
const anyIncident: fc.Arbitrary<Incident & { dedupKey: string }> = fc
  .record({
    kind: fc.constantFrom(...ALARM_KINDS),
    chainName: fc.option(anyText),
    subject: anyText,
    message: anyText,
    reason: fc.option(anyText),
    dedupKey: anyText,
  })
  .map((reported) => ({
    ...reported,
    id: 'x',
    key: reported.dedupKey,
    chainId: 1,
    openedAt: new Date(0),
    closedAt: new Date(60_000),
    firstOpenedAt: new Date(0),
  }))
const anyNotice = fc
  .record({
    opened: fc.array(anyIncident, { minLength: 1, maxLength: 30 }),
    closed: fc.array(anyIncident, { maxLength: 10 }),
    over: fc.array(anyIncident, { maxLength: 10 }),
    isDigest: fc.boolean(),
  })
  .map((notice): Notice => ({ ...notice, resolved: notice.closed.map(({ dedupKey }) => dedupKey) }))

test('whatever alarms say, each message has the shape and the size that its receiver takes', () => {
  fc.assert(
    fc.property(anyNotice, (notice) => {
      for (const kind of ['slack', 'discord', 'pagerduty'] as const)
        for (const { text } of toMessages(kind, notice)) {
          expect(() => SHAPES[kind].parse(JSON.parse(text))).not.toThrow()
          expect(text).not.toMatch(/\\ud[89ab]..(?!\\ud[c-f])/i)
          expect(Buffer.byteLength(text)).toBeLessThan(MAX_EVENT_BYTES)
        }
      for (const kind of ['mail', 'webhook'] as const)
        for (const { subject, text } of toMessages(kind, notice)) {
          expect(subject).not.toMatch(/[\r\n]/)
          expect(text.length).toBeGreaterThan(0)
        }
    }),
    propertyRuns(30),
  )
})

const at = new Date('2026-03-01T09:30:12Z')
const DRIFT = {
  id: '0193a000-0000-7000-8000-000000000001',
  key: 'ledger_drift::NGN',
  dedupKey: 'slipway:app.example.com:ledger_drift::NGN',
  kind: 'ledger_drift',
  chainId: null,
  chainName: null,
  subject: 'NGN',
  message: 'One account <differs>',
  reason: null,
  openedAt: at,
  closedAt: null,
  firstOpenedAt: at,
} as const
const OPENED: Notice = { opened: [DRIFT], closed: [], over: [], isDigest: false, resolved: [] }
const CLOSED: Notice = {
  ...OPENED,
  opened: [],
  closed: [{ ...DRIFT, closedAt: new Date(at.getTime() + 120_000) }],
  resolved: [DRIFT.dedupKey],
}
const bodies = (kind: 'slack' | 'discord' | 'pagerduty' | 'webhook', notice: Notice) =>
  toMessages(kind, notice).map(({ text }) => JSON.parse(text))

test('an alarm names what is wrong, how bad it is and its runbook, and nothing in it is markup', () => {
  const runbook = expect.stringContaining('/docs/runbooks/ledger_drift')
  const [slack] = bodies('slack', OPENED)
  expect(slack.text).toBe('Critical: The ledger does not balance · NGN')
  expect(slack.blocks[1].text.text).toEqual(runbook)
  expect(slack.blocks[1].text.text).toContain('One account &lt;differs&gt;')
  expect(bodies('discord', OPENED)).toEqual([expect.objectContaining({ content: runbook })])
  expect(bodies('pagerduty', OPENED)).toMatchObject([
    {
      event_action: 'trigger',
      dedup_key: DRIFT.dedupKey,
      payload: {
        summary: 'The ledger does not balance · NGN: One account <differs>',
        severity: 'critical',
        timestamp: '2026-03-01T09:30:12.000Z',
        class: 'ledger_drift',
      },
      links: [{ href: runbook, text: 'Runbook: The ledger does not balance' }],
    },
  ])
  const [mail] = toMessages('mail', OPENED)
  expect(mail?.subject).toBe('[Slipway] Critical: The ledger does not balance · NGN')
  expect(mail?.text).toEqual(runbook)
  expect(mail?.html).toContain('One account &lt;differs&gt;')
})

test('the end of an alarm closes what it opened', () => {
  expect(bodies('pagerduty', CLOSED)).toEqual([{ event_action: 'resolve', dedup_key: DRIFT.dedupKey }])
  expect(bodies('slack', CLOSED)[0].text).toBe('Closed: The ledger does not balance · NGN')
  expect(bodies('webhook', CLOSED)[0]).toMatchObject({ closed: { total: 1, items: [{ kind: 'ledger_drift' }] } })
})

test('a test alarm says that nothing is wrong, and leaves no incident open', () => {
  for (const kind of CHANNEL_KINDS) expect(toTestMessages(kind, 'c').length).toBeGreaterThan(0)
  expect(toTestMessages('pagerduty', 'c').map(({ text }) => JSON.parse(text))).toMatchObject([
    { event_action: 'trigger', payload: { severity: 'info' } },
    { event_action: 'resolve' },
  ])
})
