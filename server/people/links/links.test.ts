import { desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountLinks, auditLog, mailMessages, memberships, signInFailures, users } from '@/db/schema'
import { inAccount, inOperator, workerCtx } from '@/server/ctx'
import { listMails } from '@/server/mail/list-mails'
import { resendMail } from '@/server/mail/resend-mail'
import { findPerson } from '@/server/people/find-person'
import { invitePerson } from '@/server/people/invite-person'
import { setPersonActive } from '@/server/people/set-person-active'
import { acceptLink, NEW_PASSWORD, VISITOR } from '@/server/testing/accept-link'
import { catchMails } from '@/server/testing/catch-mails'
import { createTenant } from '@/server/testing/create-tenant'
import { newLink } from '@/server/testing/new-link'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, PASSWORD } from '@/server/testing/portal-caller'
import { propertyRuns } from '@/server/testing/proof'
import { acceptInvitation } from './accept-invitation'
import { confirmEmail } from './confirm-email'
import { joinBusiness } from './join-business'
import {
  asVisitor,
  canSignIn,
  GONE,
  invite,
  mailedToken,
  mailsTo,
  newEmail,
  newMember,
  personOf,
  WHO,
} from './link-world.test-data'
import { pruneLinks } from './prune-links'
import { readLink } from './read-link'
import { requestPasswordReset } from './request-password-reset'
import { sendPasswordReset } from './send-password-reset'
import { setPassword } from './set-password'

const mailbox = catchMails()

openDatabase()

test('an invitation by email opens an account of its role, once', async () => {
  const { email, businessId } = await invite()
  const token = await mailedToken(mailbox, email, /invited/)
  expect(await readLink(workerCtx(), { token, kind: 'invitation' })).toMatchObject({
    ...{ email, name: 'Ada', role: 'developer', hasAccount: false },
  })
  const accept = () => asVisitor((ctx) => acceptInvitation(ctx, { token, name: 'Ada A.', password: NEW_PASSWORD }))
  const outcomes = await Promise.allSettled([accept(), accept(), accept()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(accept()).rejects.toThrow(GONE)
  expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
  const [member] = await workerCtx()
    .db.select({ role: memberships.role, businessId: memberships.memberOf, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(users.email, email))
  expect(member).toEqual({ role: 'developer', businessId, name: 'Ada A.' })
})

test('no token is in the database, in a list of emails or in the audit log, before or after its email left', async () => {
  const { email } = await invite()
  const everything = async () =>
    JSON.stringify([
      await workerCtx().db.select().from(mailMessages).where(eq(mailMessages.toAddress, email)),
      await workerCtx().db.select().from(accountLinks).where(eq(accountLinks.email, email)),
      await workerCtx().db.select().from(auditLog).orderBy(desc(auditLog.createdAt)).limit(50),
      await inOperator(WHO, (ctx) => listMails(ctx, { page: 1 })),
    ])
  const before = await everything()
  const token = await mailedToken(mailbox, email, /invited/)
  expect(before + (await everything())).not.toContain(token)
  const [mail] = await workerCtx().db.select().from(mailMessages).where(eq(mailMessages.toAddress, email))
  expect(mail).toMatchObject({ status: 'sent', secretSealed: null })
  await expect(inOperator(WHO, (ctx) => resendMail(ctx, { mailId: mail?.id ?? '' }))).rejects.toThrow('mailed once')
})

test('a newer link replaces the former one, however many are made at once', async () => {
  const { personId, email } = await newMember()
  const send = () => inOperator(WHO, (ctx) => sendPasswordReset(ctx, { personId }))
  await Promise.all([send(), send(), send()])
  const open = await workerCtx().db.select().from(accountLinks).where(eq(accountLinks.email, email))
  expect(open.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  // The emails of those that were replaced are not sent.
  expect(await mailsTo(mailbox, email)).toHaveLength(1)
  const first = await newLink({ kind: 'password_reset', email })
  await send()
  await expect(asVisitor((ctx) => setPassword(ctx, { token: first.token, password: NEW_PASSWORD }))).rejects.toThrow(
    GONE,
  )
})

test('a link sets a password once, ends every session and tells the person', async () => {
  const caller = await newMember()
  const { email } = caller
  await asVisitor((ctx) => requestPasswordReset(ctx, { email, clientIp: '203.0.113.50' }))
  expect(await canSignIn(email, PASSWORD)).toBe(true)
  const token = await mailedToken(mailbox, email, /^Set a new password/)
  const set = (password: string) => asVisitor((ctx) => setPassword(ctx, { token, password }))
  const outcomes = await Promise.allSettled([set(NEW_PASSWORD), set('another long password')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const winner = outcomes[0]?.status === 'fulfilled' ? NEW_PASSWORD : 'another long password'
  expect(await canSignIn(email, PASSWORD)).toBe(false)
  expect(await canSignIn(email, winner)).toBe(true)
  expect(await findPerson(workerCtx(), caller.sessionToken)).toBeNull()
  expect((await mailsTo(mailbox, email)).map(({ subject }) => subject)).toContain('Your password was changed')
})

test('a link of one kind does nothing of another, and a guessed one nothing at all', async () => {
  const { email } = await newMember()
  const { token } = await newLink({ kind: 'invitation', email, role: 'owner' })
  await expect(asVisitor((ctx) => setPassword(ctx, { token, password: NEW_PASSWORD }))).rejects.toThrow(GONE)
  await expect(asVisitor((ctx) => confirmEmail(ctx, { token }))).rejects.toThrow(GONE)
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 100 }), async (guess) => {
      await expect(readLink(workerCtx(), { token: guess, kind: 'password_reset' })).rejects.toThrow(GONE)
    }),
    propertyRuns(5, 50),
  )
})

test('an expired link is like one that never was, and goes after a month', async () => {
  const { id, token, email } = await newLink({ kind: 'password_reset' })
  const expiresAt = new Date(Date.now() - 31 * 86_400_000)
  await workerCtx().db.update(accountLinks).set({ expiresAt }).where(eq(accountLinks.id, id))
  await expect(asVisitor((ctx) => setPassword(ctx, { token, password: NEW_PASSWORD }))).rejects.toThrow(GONE)
  expect(await pruneLinks(workerCtx())).toBe(1)
  expect(await workerCtx().db.$count(accountLinks, eq(accountLinks.email, email))).toBe(0)
})

test('whoever is switched off gets no link, and those they had are dead', async () => {
  const { personId, email } = await newMember()
  const { token } = await newLink({ kind: 'password_reset', email })
  await inOperator(WHO, (ctx) => setPersonActive(ctx, { personId, isActive: false }))
  await expect(asVisitor((ctx) => setPassword(ctx, { token, password: NEW_PASSWORD }))).rejects.toThrow(GONE)
  await asVisitor((ctx) => requestPasswordReset(ctx, { email, clientIp: null }))
  expect(await mailsTo(mailbox, email)).toEqual([])
  const sent = inOperator(WHO, (ctx) => sendPasswordReset(ctx, { personId }))
  await expect(sent).rejects.toThrow('The sign-in of this person is switched off.')
})

test('a sign-in switched off at the moment of its link stays without a new password', async () => {
  const { personId, email } = await newMember()
  const { token } = await newLink({ kind: 'password_reset', email })
  await Promise.allSettled([
    asVisitor((ctx) => setPassword(ctx, { token, password: NEW_PASSWORD })),
    inOperator(WHO, (ctx) => setPersonActive(ctx, { personId, isActive: false })),
  ])
  expect(await canSignIn(email, NEW_PASSWORD)).toBe(false)
  await inOperator(WHO, (ctx) => setPersonActive(ctx, { personId, isActive: true }))
  await expect(asVisitor((ctx) => setPassword(ctx, { token, password: 'a third long password' }))).rejects.toThrow(GONE)
})

test('asking for a password writes the same for an account and for none, and emails the account alone', async () => {
  const { email } = await newMember()
  const nobody = newEmail()
  const rowsFor = async (address: string) => {
    await asVisitor((ctx) => requestPasswordReset(ctx, { email: address, clientIp: null }))
    const [link] = await workerCtx().db.select().from(accountLinks).where(eq(accountLinks.email, address))
    const [mail] = await workerCtx().db.select().from(mailMessages).where(eq(mailMessages.toAddress, address))
    return { link: { ...link, id: 0, email: 0, tokenHash: 0, createdAt: 0, expiresAt: 0 }, status: mail?.status }
  }
  const ofAccount = await rowsFor(email)
  expect(ofAccount).toEqual(await rowsFor(nobody))
  expect(ofAccount.status).toBe('pending')
  expect(await mailsTo(mailbox, email)).toHaveLength(1)
  expect(await mailsTo(mailbox, nobody)).toEqual([])
})

test('asking again and again is refused alike for an account and for none', async () => {
  const { email } = await newMember()
  await workerCtx().db.delete(signInFailures)
  const ask = (address: string, clientIp: string) =>
    asVisitor((ctx) => requestPasswordReset(ctx, { email: address, clientIp })).then(
      () => 'asked',
      (error: unknown) => (error instanceof Error ? error.message.replace(/\d+/, 'n') : error),
    )
  const outcomes = async (address: string, network: number) => {
    const said: unknown[] = []
    for (let tries = 0; tries < 5; tries++) said.push(await ask(address, `198.51.100.${network}`))
    return said
  }
  const ofAccount = await outcomes(email, 1)
  expect(ofAccount).toEqual(await outcomes(newEmail(), 2))
  expect(ofAccount).toEqual(['asked', 'asked', 'asked', ...Array(2).fill('Too many attempts. Try again in n seconds.')])
  // Its owner signs in all the same.
  expect(await canSignIn(email, PASSWORD)).toBe(true)
})

test('whoever has an account joins with it alone, and once', async () => {
  const [invited, thief] = [await newMember(), await newMember()]
  const { businessId } = await invite(invited.email)
  const [link] = await workerCtx().db.select().from(accountLinks).where(eq(accountLinks.email, invited.email))
  const invitationId = link?.id ?? ''
  const join = async (caller: typeof invited) => {
    const person = await personOf(caller)
    return inAccount(VISITOR, (ctx) => joinBusiness(ctx, { person, invitationId }))
  }
  const token = await mailedToken(mailbox, invited.email, /invited/)
  const opened = asVisitor((ctx) => acceptInvitation(ctx, { token, name: 'Thief', password: NEW_PASSWORD }))
  await expect(opened).rejects.toThrow('This email address has an account: sign in to accept.')
  await expect(join(thief)).rejects.toThrow(GONE)
  const outcomes = await Promise.allSettled([join(invited), join(invited)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await personOf(invited)).memberships.map((own) => own.businessId)).toContain(businessId)
  expect(await canSignIn(invited.email, PASSWORD)).toBe(true)
})

test('operators and support join no business', async () => {
  const support = await newPortalCaller({ platformRole: 'support' })
  await invite(support.email)
  const [link] = await workerCtx().db.select().from(accountLinks).where(eq(accountLinks.email, support.email))
  const person = await personOf(support)
  const join = inAccount(VISITOR, (ctx) => joinBusiness(ctx, { person, invitationId: link?.id ?? '' }))
  await expect(join).rejects.toThrow('Operators and support belong to no business.')
})

test('without an email server the link is handed over, once, and nothing of it is kept', async () => {
  const { businessId } = await createTenant()
  const email = newEmail()
  const { link } = await inOperator(WHO, (ctx) =>
    invitePerson(ctx, { name: 'Ada', email, role: 'owner', businessId, isHandedOver: true }),
  )
  expect(await workerCtx().db.$count(mailMessages, eq(mailMessages.toAddress, email))).toBe(0)
  expect(await acceptLink(link)).toEqual({ email })
  await expect(acceptLink(link)).rejects.toThrow(GONE)
})
