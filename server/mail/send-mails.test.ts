import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { mailMessages, memberships, users } from '@/db/schema'
import { recentlyFaultyIds } from '@/server/alarms/row-faults'
import { inOperator, inWorker, workerCtx } from '@/server/ctx'
import { enterRecovery } from '@/server/recovery/enter-recovery'
import { anyOperator } from '@/server/testing/any-operator'
import { catchMails } from '@/server/testing/catch-mails'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { ownClock } from '@/server/testing/own-clock'
import { mailOwners } from './mail-owners'
import { mailWatcher } from './mail-watcher'
import { queueInSavepoint } from './queue-in-savepoint'
import { type Mail, queueMails } from './queue-mails'
import { resendMail } from './resend-mail'
import { MailRefusedError } from './send-error'
import { sendMails } from './send-mails'
import { subscriptionExpired } from './templates/subscription-expired'

const { readMails } = catchMails()
openDatabase()

const IS_LEFT = sql`user_id in (select id from users where name = 'Left')`
const clock = ownClock()

function mailTo(to: string, onceKey: string = v7()): Mail {
  const body = subscriptionExpired({
    name: 'Ådá 🎉',
    businessName: 'Ọ̀run & Sons <b>',
    url: 'https://app.example.com',
    purchase: 'Wallet, Growth — ₦',
    projectName: 'Ẹ̀kọ́ & co',
    expiredAt: new Date(),
  })
  return { ...body, businessId: null, to, source: 'subscription', sourceId: onceKey, onceKey }
}
const rowOf = async (onceKey: string) => {
  const [row] = await workerCtx().db.select().from(mailMessages).where(eq(mailMessages.onceKey, onceKey))
  if (!row) throw new Error('no such mail')
  return row
}
/** A way out that fails as told. */
const failingWith = (error: Error) => ({ open: () => ({ send: () => Promise.reject(error), close: () => {} }) })

beforeEach(async () => {
  await workerCtx().db.delete(mailMessages)
})

test('what is queued arrives as it was written, once per receiver', async () => {
  const mail = mailTo('ada@example.com', 'expired:1')
  expect(await inWorker((ctx) => queueMails(ctx, [mail, mailTo('bo@example.com', 'expired:1')]))).toBe(2)
  expect(await inWorker((ctx) => queueMails(ctx, [mail]))).toBe(0)
  const { nextAt, counts } = await sendMails(workerCtx())
  expect({ nextAt, counts }).toEqual({ nextAt: null, counts: { sent: 2, retrying: 0, failed: 0, skipped: 0 } })
  const got = await readMails()
  expect(got.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'bo@example.com'])
  expect(got[0]?.subject).toBe(mail.subject)
  // Lines of emails end in two signs.
  expect(got[0]?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(mail.text.trimEnd())
})

test('what is rolled back was never queued', async () => {
  const queued = inWorker(async (ctx) => {
    await queueMails(ctx, [mailTo('ada@example.com')])
    throw new Error('the payment did not settle')
  })
  await expect(queued).rejects.toThrow('did not settle')
  expect((await sendMails(workerCtx())).counts.sent).toBe(0)
})

test('two runs at once send each mail once', async () => {
  const before = (await readMails()).length
  await inWorker((ctx) =>
    queueMails(
      ctx,
      Array.from({ length: 20 }, () => mailTo('ada@example.com')),
    ),
  )
  const runs = await Promise.all([sendMails(workerCtx()), sendMails(workerCtx())])
  expect(runs.reduce((sum, { counts }) => sum + counts.sent, 0)).toBe(20)
  expect((await readMails()).length - before).toBe(20)
})

test('a server that is away is tried again, later each time, and the alarm opens meanwhile', async () => {
  await inWorker((ctx) => queueMails({ ...ctx, now: clock.ctx().now }, [mailTo('ada@example.com', 'late')]))
  const away = failingWith(new Error('connect ECONNREFUSED'))
  expect((await sendMails(clock.ctx(), away)).counts).toMatchObject({ retrying: 1 })
  const row = await rowOf('late')
  expect(row).toMatchObject({ status: 'pending', attemptCount: 1, error: 'connect ECONNREFUSED', leaseUntil: null })
  expect(row.nextAttemptAt?.getTime()).toBeGreaterThan(clock.ctx().now().getTime())
  expect(await mailWatcher.findCauses(clock.ctx())).toEqual([])
  clock.pass(601_000)
  expect(await mailWatcher.findCauses(clock.ctx())).toMatchObject([{ kind: 'mail_backlog', subject: 'outbox' }])
})

test('what the server refuses for good, or for a day, is given up with its words', async () => {
  await inWorker((ctx) => queueMails(ctx, [mailTo('nobody@example.com', 'refused')]))
  await sendMails(workerCtx(), failingWith(new MailRefusedError('550 no such user')))
  expect(await rowOf('refused')).toMatchObject({ status: 'failed', error: '550 no such user', nextAttemptAt: null })

  const yesterday = new Date(Date.now() - 86_400_000)
  await inWorker((ctx) => queueMails({ ...ctx, now: () => yesterday }, [mailTo('ada@example.com', 'old')]))
  await sendMails(workerCtx(), failingWith(new Error('connect ETIMEDOUT')))
  expect(await rowOf('old')).toMatchObject({ status: 'failed', error: 'connect ETIMEDOUT' })
})

test.each(['ada@example.com\r\nBcc: all@example.com', 'ada@example.com, bo@example.com', 'Ada <ada@example.com>', ''])(
  'what is no single address is never sent: %j',
  async (to) => {
    await inWorker((ctx) => queueMails(ctx, [mailTo(to, 'odd')]))
    expect(await rowOf('odd')).toMatchObject({ status: 'failed', error: 'This is not an email address' })
    expect((await sendMails(workerCtx())).counts.sent).toBe(0)
  },
)

test('owners who may sign in are told, nobody else', async () => {
  const { businessId } = await createTenant({ name: 'Kola' })
  const people = [
    { name: 'Ada', role: 'owner', isActive: true },
    { name: 'Bo', role: 'owner', isActive: false },
    { name: 'Cy', role: 'developer', isActive: true },
    { name: 'Di', role: 'viewer', isActive: true },
  ] as const
  const { db } = workerCtx()
  for (const { name, role, isActive } of people) {
    const userId = v7()
    await db
      .insert(users)
      .values({ id: userId, email: `${name}-${userId}@example.com`, name, passwordHash: '', isActive })
    await db.insert(memberships).values({ userId, memberOf: businessId, role })
  }
  const reported = { businessId, source: 'subscription', sourceId: 'one', onceKey: 'owners' }
  const write = (receiver: { name: string; businessName: string }) =>
    subscriptionExpired({
      ...receiver,
      url: 'https://a.b',
      purchase: 'Wallet',
      projectName: 'Shop',
      expiredAt: new Date(),
    })
  expect(await inWorker((ctx) => mailOwners(ctx, { ...reported, write }))).toBe(1)
  expect(await inWorker((ctx) => mailOwners(ctx, { ...reported, write }))).toBe(0)
  const row = await rowOf('owners')
  expect(row.toAddress).toMatch(/^Ada-/)
  expect(row.text).toContain('The subscription of Kola to Wallet has expired')
})

test.each([
  ['suspended', () => workerCtx().db.update(users).set({ isActive: false }).where(eq(users.name, 'Left'))],
  ['made a developer', () => workerCtx().db.update(memberships).set({ role: 'developer' }).where(IS_LEFT)],
  ['removed', () => workerCtx().db.delete(memberships).where(IS_LEFT)],
])('who was %s while a mail waited does not get it', async (_what, happens) => {
  const { businessId } = await createTenant({ name: 'Kola' })
  const userId = v7()
  const email = `left-${userId}@example.com`
  const { db } = workerCtx()
  await db.insert(users).values({ id: userId, email, name: 'Left', passwordHash: '' })
  await db.insert(memberships).values({ userId, memberOf: businessId, role: 'owner' })
  await inWorker((ctx) => queueMails(ctx, [{ ...mailTo(email, email), businessId }]))
  await happens()
  expect((await sendMails(workerCtx())).counts).toMatchObject({ sent: 0, skipped: 1 })
  expect(await rowOf(email)).toMatchObject({ status: 'skipped', nextAttemptAt: null })
})

test('an email that cannot be written harms nothing: what it tells of stands, and it is an alarm', async () => {
  const before = mailTo('ada@example.com', 'before')
  const queued = await inWorker(async (ctx) => {
    await queueMails(ctx, [before])
    // A source that is no text breaks the statement itself.
    return queueInSavepoint(ctx, 'payment 1', async () => {
      await queueMails(ctx, [mailTo('ada@example.com', 'undone')])
      return queueMails(ctx, [{ ...mailTo('ada@example.com'), sourceId: 'a\u0000b' }])
    })
  })
  expect(queued).toBe(0)
  expect(await rowOf('before')).toMatchObject({ status: 'pending' })
  await expect(rowOf('undone')).rejects.toThrow('no such mail')
  expect(recentlyFaultyIds('mail', new Date())).toContain('of payment 1')
})

test('an operator sends one that was given up again, from the start', async () => {
  await inWorker((ctx) => queueMails(ctx, [mailTo('ada@example.com', 'again')]))
  await sendMails(workerCtx(), failingWith(new MailRefusedError('550 not now')))
  const { id: mailId } = await rowOf('again')
  const operator = { actor: { type: 'user', id: v7(), name: 'Op' }, requestId: v7() } as const
  await inOperator(operator, (ctx) => resendMail(ctx, { mailId }))
  expect(await rowOf('again')).toMatchObject({ status: 'pending', attemptCount: 0, error: null })
  await expect(inOperator(operator, (ctx) => resendMail(ctx, { mailId }))).rejects.toThrow('already queued')
  expect((await sendMails(workerCtx())).counts.sent).toBe(1)
  expect(await rowOf('again')).toMatchObject({ status: 'sent', attemptCount: 1 })
})

test('an email of an hour before a backup was restored is listed and not sent again; an operator may', async () => {
  const hoursAgo = (hours: number) => () => new Date(Date.now() - hours * 3_600_000)
  await inWorker((ctx) => queueMails({ ...ctx, now: hoursAgo(2) }, [mailTo('ada@example.com', 'before')]))
  await inWorker((ctx) => queueMails({ ...ctx, now: hoursAgo(0.5) }, [mailTo('ada@example.com', 'lately')]))
  await enterRecovery(workerCtx(), { cause: 'restored', message: 'A backup was restored' })
  await endRecoveries()
  expect((await sendMails(workerCtx())).counts).toMatchObject({ sent: 1, skipped: 1 })
  const { id: mailId, ...row } = await rowOf('before')
  expect(row).toMatchObject({ status: 'skipped', error: expect.stringContaining('backup was restored') })
  const operator = anyOperator()
  await inOperator(operator, (ctx) => resendMail(ctx, { mailId }))
  expect((await sendMails(workerCtx())).counts).toMatchObject({ sent: 1, skipped: 0 })
})
