import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  heartbeats,
  mailMessages,
  memberships,
  noticeMutes,
  notices,
  users,
  webhookEndpoints,
  webhookFailing,
} from '@/db/schema'
import type { NoticeKind } from '@/schemas/notices/words'
import { inWorker, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { sendNoticeDigests } from './send-notice-digests'
import { watchNotices } from './watch-notices'

openDatabase()
/** Before and after the digest of a day. */
const EARLY = new Date('2026-03-10T07:59:00Z')
const DUE = new Date('2026-03-10T08:00:00Z')
const NEXT_DUE = new Date('2026-03-11T08:00:00Z')
let tenant: { businessId: string; projectId: string }
let ada: PortalCaller

beforeAll(() => {
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9')
})
beforeEach(async () => {
  tenant = await createTenant()
  ada = await newPortalCaller({ businessId: tenant.businessId, role: 'developer' })
  await inWorker(({ db }) => db.delete(heartbeats).where(eq(heartbeats.name, 'notice-digests')))
})

type Choice = { isMailed?: boolean; isDaily?: boolean; kind?: NoticeKind }
const choose = ({ isMailed = true, isDaily = true, kind = 'balance_low' }: Choice = {}, { personId } = ada) =>
  inWorker(({ db }) => db.insert(noticeMutes).values({ ...tenant, userId: personId, kind, isMailed, isDaily }))
async function open(openedAt: string, rest: Partial<typeof notices.$inferInsert> = {}): Promise<string> {
  const row = { ...tenant, kind: 'balance_low', title: 'Low', detail: 'It is low.', cause: randomUUID() } as const
  const [notice] = await inWorker(({ db }) =>
    db
      .insert(notices)
      .values({ ...row, ...rest, openedAt: new Date(openedAt) })
      .returning(),
  )
  return notice?.id ?? ''
}
const sendAt = (at: Date) => sendNoticeDigests({ ...workerCtx(), now: () => at })
const digestsTo = (email: string) =>
  workerCtx()
    .db.select()
    .from(mailMessages)
    .where(and(eq(mailMessages.toAddress, email), like(mailMessages.onceKey, 'notice-digest:%')))
    .orderBy(mailMessages.id)

test('one email a day about what opened since the last one, however many processes send it at once', async () => {
  await choose()
  await open('2026-03-09T09:00:00Z', { title: 'First', detail: 'Of yesterday.' })
  await open('2026-03-10T07:00:00Z', { title: 'Second', closedAt: new Date('2026-03-10T07:30:00Z') })
  await open('2026-03-08T07:00:00Z', { title: 'Too old' })
  await sendAt(EARLY)
  expect(await digestsTo(ada.email)).toEqual([])
  const sent = await Promise.all(Array.from({ length: 4 }, () => sendAt(DUE)))
  expect(sent.reduce((sum, one) => sum + one)).toBe(1)
  const [digest, ...more] = await digestsTo(ada.email)
  expect(more).toEqual([])
  expect(digest).toMatchObject({ kind: 'notice', source: 'notice', status: 'pending', businessId: tenant.businessId })
  expect(digest?.subject).toMatch(/^Daily digest: 2 new notifications/)
  expect(digest?.text).toContain('First: Of yesterday.\nSecond (resolved): ')
  expect(digest?.text).not.toContain('Too old')
  expect(digest?.text).toContain(`/projects/${tenant.projectId}/notifications`)

  await open('2026-03-10T08:00:01Z', { title: 'Third' })
  await sendAt(new Date('2026-03-10T23:00:00Z'))
  expect(await digestsTo(ada.email)).toHaveLength(1)
  await Promise.all([sendAt(NEXT_DUE), sendAt(NEXT_DUE)])
  const [, next, ...none] = await digestsTo(ada.email)
  expect(none).toEqual([])
  expect(next?.text).toContain('Third: ')
  expect(next?.text).not.toContain('Second')
})

test('no digest without notices, and days on which nothing ran are made up for in one', async () => {
  await choose()
  await sendAt(DUE)
  await sendAt(NEXT_DUE)
  expect(await digestsTo(ada.email)).toEqual([])
  for (const day of [11, 12, 13]) await open(`2026-03-${day}T12:00:00Z`, { title: `On ${day}` })
  await sendAt(new Date('2026-03-14T10:00:00Z'))
  const [digest, ...more] = await digestsTo(ada.email)
  expect(more).toEqual([])
  for (const day of [11, 12, 13]) expect(digest?.text).toContain(`On ${day}: `)
})

test('only members who take the kind daily get it, and not about their own request', async () => {
  const { businessId } = tenant
  const others = await Promise.all([1, 2, 3, 4].map(() => newPortalCaller({ businessId, role: 'owner' })))
  const [immediate, none, left, blocked] = others
  if (!immediate || !none || !left || !blocked) throw new Error('people are missing')
  await choose()
  await choose({ isDaily: false }, immediate)
  await choose({ isMailed: false }, none)
  await choose({}, left)
  await choose({}, blocked)
  await inWorker(({ db }) => db.delete(memberships).where(eq(memberships.userId, left.personId)))
  await inWorker(({ db }) => db.update(users).set({ isActive: false }).where(eq(users.id, blocked.personId)))
  await open('2026-03-09T09:00:00Z', { title: 'For all' })
  await open('2026-03-09T10:00:00Z', { title: 'Own', causedBy: `user:${ada.personId}` })
  await open('2026-03-09T10:00:00Z', { title: 'Of another kind', kind: 'sweep_stopped' })
  await sendAt(DUE)
  const [digest] = await digestsTo(ada.email)
  expect(digest?.text).toContain('For all: ')
  expect(digest?.text).not.toMatch(/Own|Of another kind/)
  for (const { email } of others) expect(await digestsTo(email)).toEqual([])
})

test('what was mailed at once is not in the digest of a person who chose it later', async () => {
  await choose()
  const id = await open('2026-03-09T09:00:00Z', { title: 'Mailed' })
  await open('2026-03-09T10:00:00Z', { title: 'Waits' })
  await inWorker(({ db }) =>
    db.insert(mailMessages).values({
      ...{ kind: 'notice', toAddress: ada.email, subject: 's', text: 't', html: 'h', source: 'notice', sourceId: id },
      ...{ onceKey: `notice:${id}`, status: 'sent', queuedAt: EARLY },
    }),
  )
  await sendAt(DUE)
  const [digest] = await digestsTo(ada.email)
  expect(digest?.text).toContain('Waits: ')
  expect(digest?.text).not.toContain('Mailed')
})

test('a kind that is taken daily is not mailed when it opens', async () => {
  const owner = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
  const other = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
  await choose({ kind: 'destination_failing' }, owner)
  await failEndpoint()
  await watchNotices(workerCtx())
  const mailsTo = (email: string) => workerCtx().db.select().from(mailMessages).where(eq(mailMessages.toAddress, email))
  expect(await mailsTo(other.email)).toHaveLength(1)
  expect(await mailsTo(owner.email)).toEqual([])
})

async function failEndpoint(): Promise<void> {
  const { businessId, projectId } = tenant
  const since = new Date(Date.now() - 2 * 3_600_000)
  const url = 'https://down.example/hook'
  const row = { businessId, projectId, url, events: ['wallet.*'], createdBy: 'test', secretSealed: new Uint8Array([1]) }
  await inWorker(async ({ db }) => {
    const [endpoint] = await db.insert(webhookEndpoints).values(row).returning()
    await db.insert(webhookFailing).values({ businessId, destinationId: endpoint?.id ?? '', since })
  })
}
