import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  approvals,
  mailMessages,
  memberships,
  notices,
  subscriptions,
  webhookEndpoints,
  webhookFailing,
} from '@/db/schema'
import type { Mailing } from '@/schemas/notices/words'
import { type Actor, inTenant, inWorker, workerCtx } from '@/server/ctx'
import { sendMails } from '@/server/mail/send-mails'
import { type MutationWorld, newMutationWorld } from '@/server/testing/mutation-world'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller } from '@/server/testing/portal-caller'
import { countNewNotices, listNotices, readNotices, setMailed } from './list-notices'
import { pruneNotices, watchNotices } from './watch-notices'

openDatabase()
let world: MutationWorld

beforeAll(() => {
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9')
})
beforeEach(async () => {
  world = await newMutationWorld('http://127.0.0.1:9')
})
afterEach(async () => {
  await inWorker(({ db }) => db.update(approvals).set({ status: 'approved' }))
})

type Ctx = Parameters<typeof listNotices>[0]

function as<T>(userId: string, work: (ctx: Ctx) => Promise<T>, { isOwner } = { isOwner: true }): Promise<T> {
  const { businessId, projectId } = world
  const actor: Actor = { type: 'user', id: userId, name: 'Reader' }
  return inTenant({ businessId, projectId, actor, requestId: 'test' }, (ctx) => work({ ...ctx, projectId, isOwner }))
}

const mailsTo = (email: string) =>
  workerCtx()
    .db.select()
    .from(mailMessages)
    .where(and(eq(mailMessages.toAddress, email), eq(mailMessages.kind, 'notice')))

test('an approval is notified once however many watch, mailed with a link, and closed when it is decided', async () => {
  const approvalId = await world.approval()
  await Promise.all([watchNotices(workerCtx()), watchNotices(workerCtx()), watchNotices(workerCtx())])
  const { items } = await as(world.owner.personId, listNotices)
  expect(items).toMatchObject([{ kind: 'approval_waiting', isNew: true, closedAt: null }])
  const [mail, ...more] = await mailsTo(world.owner.email)
  expect(more).toEqual([])
  expect(mail?.text).toContain(`/projects/${world.projectId}/approvals`)
  await inWorker(({ db }) => db.update(approvals).set({ status: 'approved' }).where(eq(approvals.id, approvalId)))
  await watchNotices(workerCtx())
  expect((await as(world.owner.personId, listNotices)).items).toMatchObject([
    { isNew: false, closedAt: expect.any(String) },
  ])
})

test('a batch is notified once for all its lines, and closed when the last is decided', async () => {
  const { batchId } = await world.waitingBatch()
  await world.waitingBatch(batchId)
  await watchNotices(workerCtx())
  const { items } = await as(world.owner.personId, listNotices)
  expect(items).toMatchObject([
    { title: 'A batch waits for approval', detail: expect.stringMatching(/^2 transfers\. test\. It expires /) },
  ])
  expect(await mailsTo(world.owner.email)).toHaveLength(1)
  const lines = await workerCtx().db.select().from(approvals).where(eq(approvals.businessId, world.businessId))
  const closed = async () =>
    (await as(world.owner.personId, listNotices)).items.map(({ closedAt }) => closedAt !== null)
  for (const { id } of lines) {
    expect(await closed()).toEqual([false])
    await inWorker(({ db }) => db.update(approvals).set({ status: 'approved' }).where(eq(approvals.id, id)))
    await watchNotices(workerCtx())
  }
  expect(await closed()).toEqual([true])
})

test('the person who asked for it is not mailed, another owner is', async () => {
  const second = await newPortalCaller({ businessId: world.businessId, role: 'owner' })
  const id = await world.approval()
  const requestedBy = `user:${world.owner.personId}`
  await inWorker(({ db }) => db.update(approvals).set({ requestedBy }).where(eq(approvals.id, id)))
  await watchNotices(workerCtx())
  expect(await mailsTo(world.owner.email)).toEqual([])
  expect(await mailsTo(second.email)).toHaveLength(1)
})

test('a person who switched a kind off gets no email of it, and still sees it', async () => {
  await as(world.owner.personId, (ctx) => setMailed(ctx, { kind: 'approval_waiting', mailing: 'off' }))
  await world.approval()
  await watchNotices(workerCtx())
  expect(await mailsTo(world.owner.email)).toEqual([])
  const { items, preferences } = await as(world.owner.personId, listNotices)
  expect(items).toHaveLength(1)
  expect(preferences).toContainEqual({ kind: 'approval_waiting', mailing: 'off' })
})

test('a member who is no owner gets emails of the kinds they switched on, as long as they are a member', async () => {
  const notOwner = { isOwner: false }
  const { personId, email } = await world.member()
  const mailed = async () =>
    (await as(personId, listNotices, notOwner)).preferences
      .filter(({ mailing }) => mailing === 'at_once')
      .map(({ kind }) => kind)
  expect(await mailed()).toEqual([])
  const choose = (mailing: Mailing) =>
    as(personId, (ctx) => setMailed(ctx, { kind: 'approval_waiting', mailing }), notOwner)
  await Promise.all([choose('at_once'), choose('at_once')])
  expect(await mailed()).toEqual(['approval_waiting'])
  await world.approval()
  await watchNotices(workerCtx())
  expect(await mailsTo(email)).toHaveLength(1)
  const sent: string[] = []
  await sendMails(workerCtx(), { open: () => ({ send: async ({ to }) => void sent.push(to), close: () => {} }) })
  expect(sent).toContain(email)
  await choose('off')
  await world.approval()
  await watchNotices(workerCtx())
  await choose('at_once')
  await inWorker(({ db }) => db.delete(memberships).where(eq(memberships.userId, personId)))
  await world.approval()
  await watchNotices(workerCtx())
  expect(await mailsTo(email)).toHaveLength(1)
})

test('what was read is new to nobody but those who have not read it', async () => {
  await world.approval()
  await watchNotices(workerCtx())
  const member = await world.member()
  expect(await as(world.owner.personId, countNewNotices)).toBe(1)
  await as(world.owner.personId, readNotices)
  expect(await as(world.owner.personId, countNewNotices)).toBe(0)
  expect(await as(member.personId, countNewNotices)).toBe(1)
})

test('an endpoint that has failed for an hour is notified', async () => {
  const { businessId, projectId } = world
  const [endpoint] = await inWorker(({ db }) =>
    db
      .insert(webhookEndpoints)
      .values({
        ...{ businessId, projectId, url: 'https://down.example/hook', events: ['wallet.*'], createdBy: 'test' },
        secretSealed: new Uint8Array([1]),
      })
      .returning(),
  )
  const since = new Date(Date.now() - 2 * 3_600_000)
  const destinationId = endpoint?.id ?? ''
  await inWorker(({ db }) => db.insert(webhookFailing).values({ businessId, destinationId, since }))
  await watchNotices(workerCtx())
  const { items } = await as(world.owner.personId, listNotices)
  expect(items).toMatchObject([{ kind: 'destination_failing', detail: expect.stringContaining('down.example') }])
})

test('a plan that ends within a week and does not renew is notified, without a second email', async () => {
  const own = eq(subscriptions.businessId, world.businessId)
  const endDate = new Date(Date.now() + 3 * 86_400_000)
  const [one] = await workerCtx().db.select().from(subscriptions).where(own)
  await inWorker(({ db }) =>
    db
      .update(subscriptions)
      .set({ endDate, priceMinor: 100n })
      .where(eq(subscriptions.id, one?.id ?? '')),
  )
  await watchNotices(workerCtx())
  const { items } = await as(world.owner.personId, listNotices)
  expect(items.map(({ kind }) => kind)).toEqual(['plan_ending'])
  expect(await mailsTo(world.owner.email)).toEqual([])
})

test('notices that closed long ago are deleted', async () => {
  await world.approval()
  await watchNotices(workerCtx())
  const closedAt = new Date(Date.now() - 100 * 86_400_000)
  const own = eq(notices.businessId, world.businessId)
  await inWorker(({ db }) => db.update(notices).set({ closedAt }).where(own))
  await pruneNotices(workerCtx())
  expect(await workerCtx().db.select().from(notices).where(own)).toEqual([])
})
