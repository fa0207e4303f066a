import { and, eq, like } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { approvals, auditLog, mailMessages, noticeChannels } from '@/db/schema'
import { MAX_NOTICE_CHANNELS, NOTICE_CHANNEL_KINDS, type NoticeChannelKind } from '@/schemas/notices/words'
import type { Post } from '@/server/channels/open-transport'
import { inWorker, workerCtx } from '@/server/ctx'
import { watchNotices } from '@/server/notices/watch-notices'
import { type MutationWorld, newMutationWorld } from '@/server/testing/mutation-world'
import { openDatabase } from '@/server/testing/open-database'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { sendWaiting } from './notify-notice-channels'
import { toNoticeMessage } from './to-messages'

const SLACK = 'http://localhost:9/services/secret'
const KEY = '0123456789abcdef0123456789abcdef'

openDatabase()
let world: MutationWorld
beforeEach(async () => {
  world = await newMutationWorld('http://127.0.0.1:9')
})

const mutate = (as: PortalCaller, path: string, input: object) =>
  mutatePortal(as, { path, input: { projectId: world.projectId, ...input }, key: v7() })

async function add(kind: NoticeChannelKind = 'slack', name: string = kind, as = world.owner) {
  const target = kind.startsWith('pagerduty') ? KEY : SLACK
  return mutate(as, 'notices.addChannel', { kind, name, target })
}

async function channels() {
  return workerCtx().db.select().from(noticeChannels).where(eq(noticeChannels.projectId, world.projectId))
}

/** A receiver with one answer. */
function receiver(answer: Partial<Awaited<ReturnType<Post>>> = {}) {
  const bodies: { url: string; body: string }[] = []
  const post: Post = async ({ url, body }) => {
    bodies.push({ url, body })
    return { httpStatus: 200, error: null, responseExcerpt: null, retryAfter: null, ...answer } as Awaited<
      ReturnType<Post>
    >
  }
  return { bodies, post }
}

async function openAndClose(): Promise<void> {
  const id = await world.approval()
  await watchNotices(workerCtx())
  await inWorker(({ db }) => db.update(approvals).set({ status: 'approved' }).where(eq(approvals.id, id)))
  await watchNotices(workerCtx())
}

test('a channel gets a notice when it opens and when it is resolved, once each, in order', async () => {
  await add('slack')
  const { bodies, post } = receiver()
  await openAndClose()
  await watchNotices(workerCtx())
  await Promise.all([sendWaiting(workerCtx(), post), sendWaiting(workerCtx(), post)])
  await sendWaiting(workerCtx(), post)
  expect(bodies.map(({ url }) => url)).toEqual([SLACK, SLACK])
  const texts = bodies.map(({ body }) => JSON.parse(body).text)
  expect(texts[0]).toMatch(/^A transaction waits for approval \(.+\)$/)
  expect(texts[1]).toMatch(/^Resolved: A transaction waits for approval/)
  expect(bodies[0]?.body).toContain(`/projects/${world.projectId}/approvals|Open approvals`)
  expect(await channels()).toMatchObject([{ problem: null, lastSentAt: expect.any(Date) }])
})

test('a channel that refuses is shown as failing and holds up no other', async () => {
  await add('slack', 'dead')
  await add('discord', 'alive')
  const { bodies, post } = receiver()
  const mixed: Post = async (request) =>
    request.body.includes('"blocks"')
      ? await receiver({ httpStatus: 404, error: 'HTTP 404' }).post(request)
      : post(request)
  await openAndClose()
  await sendWaiting(workerCtx(), mixed)
  expect(bodies).toHaveLength(2)
  const problems = (await channels()).map(({ name, problem }) => [name, problem]).sort()
  expect(problems).toEqual([
    ['alive', null],
    ['dead', 'HTTP 404'],
  ])
})

test('a paused channel gets nothing, and nothing of the pause afterwards; a removed one neither', async () => {
  await add('slack')
  const [channel] = await channels()
  const channelId = channel?.id
  const { bodies, post } = receiver()
  const id = await world.approval()
  await watchNotices(workerCtx())
  await mutate(world.owner, 'notices.setChannelActive', { channelId, isActive: false })
  await sendWaiting(workerCtx(), post)
  await mutate(world.owner, 'notices.setChannelActive', { channelId, isActive: true })
  await sendWaiting(workerCtx(), post)
  expect(bodies).toEqual([])
  await inWorker(({ db }) => db.update(approvals).set({ status: 'approved' }).where(eq(approvals.id, id)))
  await watchNotices(workerCtx())
  expect((await mutate(world.owner, 'notices.removeChannel', { channelId })).status).toBe(200)
  await sendWaiting(workerCtx(), post)
  expect(bodies).toEqual([])
  const rows = await workerCtx()
    .db.select({ status: mailMessages.status })
    .from(mailMessages)
    .where(eq(mailMessages.channelId, channelId ?? ''))
  expect(rows.map(({ status }) => status)).toEqual(['skipped', 'skipped'])
})

test('a name is taken once, a project has ten channels at most, and each change is audited without its target', async () => {
  const answers = await Promise.all([add('slack', 'Team'), add('slack', 'Team')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const more = await Promise.all(Array.from({ length: MAX_NOTICE_CHANNELS }, (_, n) => add('slack', `Team ${n}`)))
  expect(more.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: MAX_NOTICE_CHANNELS - 1 }, () => 200),
    400,
  ])
  const rows = await workerCtx()
    .db.select({ detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.businessId, world.businessId), like(auditLog.action, 'notice-channel.%')))
  expect(rows).toHaveLength(MAX_NOTICE_CHANNELS)
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('viewers and strangers change nothing, and a target within the network is refused', async () => {
  const viewer = await newPortalCaller({ businessId: world.businessId, role: 'viewer' })
  const stranger = (await newMutationWorld('http://127.0.0.1:9')).owner
  expect((await add('slack', 'a', viewer)).status).toBe(403)
  expect((await add('slack', 'a', stranger)).status).toBe(404)
  const inside = { kind: 'webhook', name: 'a', target: 'http://169.254.169.254/latest' }
  expect((await mutate(world.owner, 'notices.addChannel', inside)).status).toBe(400)
  expect(await channels()).toEqual([])
})

test.each(NOTICE_CHANNEL_KINDS)('the text of a customer links to nothing and mentions nobody (%s)', (kind) => {
  const hostile = '<!channel> @everyone [click](https://evil.test) <https://evil.test|here> *bold* `code`'
  const { projectId } = world
  const about = {
    id: v7(),
    projectId,
    projectName: hostile,
    kind: 'balance_low',
    title: 'Low',
    detail: hostile,
  } as const
  const { text } = toNoticeMessage(kind, { ...about, openedAt: new Date(), closedAt: null })
  const body = JSON.parse(text)
  if (kind === 'slack') {
    expect(JSON.stringify(body.blocks.slice(1))).not.toContain('<!channel>')
    expect(JSON.stringify(body.blocks.slice(1))).not.toContain('<https://evil.test|here>')
  }
  if (kind === 'discord') {
    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.content).not.toContain('[click](https')
  }
  if (kind === 'webhook') expect(body).toMatchObject({ type: 'notice', event: 'opened', notice: { detail: hostile } })
  if (kind.startsWith('pagerduty')) {
    expect(body).toMatchObject({ event_action: 'trigger', dedup_key: expect.stringContaining(about.id) })
    const closed = toNoticeMessage(kind, { ...about, openedAt: new Date(), closedAt: new Date() })
    expect(JSON.parse(closed.text)).toEqual({ event_action: 'resolve', dedup_key: body.dedup_key })
  }
})
