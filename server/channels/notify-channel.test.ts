import { desc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmChannels, alarms, auditLog, mailMessages } from '@/db/schema'
import { answering, type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { runWatchers } from '@/server/alarms/run-watchers'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { mailWatcher } from '@/server/mail/mail-watcher'
import { resendMail } from '@/server/mail/resend-mail'
import { hasDueMails, sendMails } from '@/server/mail/send-mails'
import { catchMails } from '@/server/testing/catch-mails'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { ownClock } from '@/server/testing/own-clock'
import { channelWatcher } from './channel-watcher'
import { add, alarmsAt, answer, list, WHO } from './channel-world.test-data'
import { notifyChannel } from './notify-channel'
import { notifyChannels } from './notify-channels'
import type { Post } from './open-transport'
import { sendTestAlarm, testChannel } from './test-channel'
import { removeChannel, setChannelActive, updateChannel } from './update-channel'

const MINUTE = 60_000
const ROUTING_KEY = 'R0123456789abcdef0123456789ABCDE'

const { readMails } = catchMails()
let chat: Receiver
beforeAll(async () => {
  chat = await startReceiver()
})
openDatabase()
afterAll(() => chat.close())
const clock = ownClock()
beforeEach(async () => {
  // Queued messages are due by the clock of the database.
  clock.pass(-120 * MINUTE)
  chat.clear()
  chat.answer(answering(200))
  for (const table of [alarms, alarmChannels, mailMessages]) await workerCtx().db.delete(table)
})

const { raise, close } = alarmsAt(clock.at)
const notify = (id: string, post?: Post) => notifyChannel(clock.ctx(), id, post)
const texts = () => chat.visits.map(({ body }) => JSON.parse(body).text)
/** Whatever waits is due now. */
const dueNow = () =>
  workerCtx().db.update(mailMessages).set({ nextAttemptAt: clock.at() }).where(eq(mailMessages.status, 'pending'))

test('an alarm leaves by the outbox and by chat, and its end follows', async () => {
  const id = await add('slack', `${chat.url}/services/SECRET`)
  await raise('0xaa')
  await notify(id)
  expect(chat.visits).toEqual([])
  clock.pass(MINUTE)
  await Promise.all([notify(id), notify(id), notify(id)])
  expect(texts()).toEqual(['Error: Needs an operator · 0xaa'])
  expect(chat.visits[0]?.path).toBe('/services/SECRET')
  await close('0xaa')
  clock.pass(MINUTE)
  await notify(id)
  expect(texts()[1]).toBe('Closed: Needs an operator · 0xaa')
  const sent = await workerCtx().db.select().from(mailMessages)
  expect(sent.map(({ kind, status, toAddress }) => ({ kind, status, toAddress }))).toEqual(
    Array.from({ length: 2 }, () => ({ kind: 'alarm', status: 'sent', toAddress: 'slack' })),
  )
  expect(JSON.stringify(sent)).not.toContain('SECRET')
  expect(await list()).toMatchObject([{ health: 'well', problem: null, waiting: 0 }])
})

test('emails about one alarm are one thread', async () => {
  const id = await add('mail', 'oncall@example.com')
  await raise('0xab')
  clock.pass(MINUTE)
  await notify(id)
  await close('0xab')
  clock.pass(MINUTE)
  await notify(id)
  const ours = (await readMails()).filter(({ to }) => to === 'oncall@example.com')
  expect(ours.map(({ subject }) => subject).toSorted()).toEqual([
    '[Slipway] Closed: Needs an operator · 0xab',
    '[Slipway] Error: Needs an operator · 0xab',
  ])
})

test('PagerDuty gets the key with the request alone, and closes by the key it opened by', async () => {
  const id = await add('pagerduty', ROUTING_KEY)
  const posts: { url: string; body: string }[] = []
  const post: Post = async (request) => {
    posts.push(request)
    return answer(200)
  }
  await raise('0xac')
  clock.pass(MINUTE)
  await notify(id, post)
  await close('0xac')
  clock.pass(MINUTE)
  await notify(id, post)
  const events = posts.map(({ body }) => JSON.parse(body))
  expect(posts.map(({ url }) => url)).toEqual(Array(2).fill('https://events.pagerduty.com/v2/enqueue'))
  expect(events).toMatchObject([
    { routing_key: ROUTING_KEY, event_action: 'trigger' },
    { routing_key: ROUTING_KEY, event_action: 'resolve', dedup_key: events[0].dedup_key },
  ])
  expect(events[0].dedup_key).toMatch(/^slipway:.+:needs_operator::0xac$/)
  expect(JSON.stringify(await workerCtx().db.select().from(mailMessages))).not.toContain(ROUTING_KEY)
})

test('what is closed never overtakes what is open: a channel waits with the rest while its first message is tried again', async () => {
  const id = await add('slack', `${chat.url}/x`)
  chat.answer(answering(503))
  await raise('0xad')
  clock.pass(MINUTE)
  await notify(id)
  await close('0xad')
  clock.pass(MINUTE)
  await notify(id)
  expect(new Set(texts())).toEqual(new Set(['Error: Needs an operator · 0xad']))
  expect(await list()).toMatchObject([{ health: 'failing', problem: 'The destination returned 503', waiting: 2 }])
  chat.answer(answering(200))
  chat.clear()
  await dueNow()
  await notify(id)
  expect(texts()).toEqual(['Error: Needs an operator · 0xad', 'Closed: Needs an operator · 0xad'])
})

test('a receiver that asks for a pause gets it', async () => {
  const id = await add('slack', `${chat.url}/x`)
  chat.answer(answering(429, { 'retry-after': '600' }))
  await raise('0xae')
  clock.pass(MINUTE)
  await notify(id)
  const [row] = await workerCtx().db.select().from(mailMessages)
  expect(row?.nextAttemptAt?.getTime()).toBe(clock.at(600_000).getTime())
})

test('a channel that fails holds up neither another nor an email, and the others hear of it', async () => {
  const broken = await add('slack', `${chat.url}/gone`, 'broken')
  const well = await add('discord', `${chat.url}/well`, 'well')
  chat.answer(({ path }, response) => response.writeHead(path === '/gone' ? 404 : 204).end('no_service'))
  await raise('0xaf')
  clock.pass(MINUTE)
  await Promise.all([notify(broken), notify(well)])
  const [failing] = await list()
  expect(failing).toMatchObject({ health: 'failing', problem: 'The destination returned 404: no_service', waiting: 0 })
  await runWatchers(clock.ctx(), [channelWatcher])
  expect(await alarmedOf('alarm_channel_failing')).toEqual(['broken'])
  await workerCtx().db.update(alarms).set({ openedAt: clock.at() }).where(eq(alarms.kind, 'alarm_channel_failing'))
  clock.pass(MINUTE)
  chat.clear()
  await Promise.all([notify(broken), notify(well)])
  expect(chat.visits.map(({ path }) => path)).toEqual(['/well'])
  // Messages that wait for a channel are no late emails.
  chat.answer(answering(500))
  await raise('0xb0')
  clock.pass(MINUTE)
  await notify(well)
  clock.pass(20 * MINUTE)
  expect(await mailWatcher.findCauses(clock.ctx())).toEqual([])
  expect(await hasDueMails(workerCtx())).toBe(false)
  expect((await sendMails(workerCtx())).counts).toEqual({ sent: 0, retrying: 0, failed: 0, skipped: 0 })
})

test('channels are told side by side: one that never answers holds up no other', async () => {
  await add('slack', `${chat.url}/hangs`, 'hangs')
  await add('slack', `${chat.url}/well`, 'well')
  chat.answer(({ path }, response) => path === '/well' && response.writeHead(200).end())
  await raise('0xb1')
  clock.pass(MINUTE)
  await notifyChannels(clock.ctx())
  await expect.poll(() => chat.visits.map(({ path }) => path).toSorted()).toEqual(['/hangs', '/well'])
  await expect.poll(async () => (await list()).map(({ health }) => health)).toEqual(['unused', 'well'])
})

test('a test alarm tells its answer, counts as the last message, and is on the audit log without the address', async () => {
  const id = await add('slack', `${chat.url}/services/SECRET`)
  chat.answer(answering(403, {}, 'invalid_token'))
  const run = async () => {
    const tested = await inOperatorReading(WHO, (ctx) => sendTestAlarm(ctx, { channelId: id }))
    return inOperator(WHO, (ctx) => testChannel(ctx, { channelId: id, tested }))
  }
  const problem = 'The destination returned 403: invalid_token'
  expect(await run()).toEqual({ problem })
  expect(await list()).toMatchObject([{ health: 'failing', problem }])
  chat.answer(answering(200))
  expect(await run()).toEqual({ problem: null })
  expect(await list()).toMatchObject([{ health: 'well' }])
  const entries = await workerCtx().db.select().from(auditLog).orderBy(desc(auditLog.createdAt))
  const ours = entries.filter(({ target }) => target === id)
  expect(ours.map(({ action }) => action).toSorted()).toEqual([
    'alarm-channel.added',
    'alarm-channel.tested',
    'alarm-channel.tested',
  ])
  expect(JSON.stringify(ours)).not.toContain('SECRET')
})

test.each([
  ['slack', 'http://hooks.slack.com/services/x', 'must use https'],
  ['discord', 'https://10.0.0.1/x', 'must name a host'],
  ['webhook', 'https://metadata.internal/x', 'must be a public host'],
  ['webhook', 'https://user:pw@example.com/x', 'must not carry a user name or password'],
  ['pagerduty', 'short', 'integration key of 32'],
  ['mail', 'a@example.com, b@example.com', 'must be an email address'],
] as const)('a %s channel does not take %s', async (kind, target, problem) => {
  await expect(add(kind, target)).rejects.toMatchObject({ errors: [expect.stringContaining(problem)] })
})

test('a name is taken once, and shown of a target is its host or its last signs', async () => {
  await add('pagerduty', ROUTING_KEY, 'one')
  await expect(add('mail', 'a@example.com', 'one')).rejects.toMatchObject({ code: 'conflict' })
  await add('slack', `${chat.url}/services/SECRET`, 'two')
  const shown = await list()
  expect(shown.map(({ targetHint }) => targetHint)).toEqual(['…BCDE', `${new URL(chat.url).host}/…`])
  expect(JSON.stringify(shown)).not.toMatch(/SECRET|0123456789/)
})

test('a channel that is paused or removed is told nothing, and what waited for it is dropped', async () => {
  const id = await add('slack', `${chat.url}/x`)
  chat.answer(answering(503))
  await raise('0xb2')
  clock.pass(MINUTE)
  await notify(id)
  await inOperator(WHO, (ctx) => setChannelActive(ctx, { channelId: id, isActive: false }))
  const rows = () => workerCtx().db.select().from(mailMessages)
  expect(await rows()).toMatchObject([{ status: 'skipped', error: 'Its channel was paused' }])
  const [mail] = await rows()
  await expect(inOperator(WHO, (ctx) => resendMail(ctx, { mailId: mail?.id ?? '' }))).rejects.toThrow('sent once')
  chat.clear()
  await dueNow()
  await notify(id)
  expect(chat.visits).toEqual([])
  await inOperator(WHO, (ctx) => setChannelActive(ctx, { channelId: id, isActive: true }))
  const quietHours = { from: '22:00', until: '06:00', timeZone: 'Africa/Lagos' }
  await inOperator(WHO, (ctx) =>
    updateChannel(ctx, { channelId: id, name: 'new', leastSeverity: 'critical', quietHours }),
  )
  expect(await list()).toMatchObject([{ name: 'new', leastSeverity: 'critical', quietHours }])
  await inOperator(WHO, (ctx) => removeChannel(ctx, { channelId: id }))
  expect(await list()).toEqual([])
  await notify(id)
  expect(await workerCtx().db.select().from(mailMessages).where(isNull(mailMessages.channelId))).toEqual([])
})
