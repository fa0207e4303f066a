import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '@/db/schema'
import { inAccount, workerCtx } from '@/server/ctx'
import { NEW_PASSWORD, VISITOR } from '@/server/testing/accept-link'
import { catchMails } from '@/server/testing/catch-mails'
import { newLink } from '@/server/testing/new-link'
import { openDatabase } from '@/server/testing/open-database'
import { PASSWORD } from '@/server/testing/portal-caller'
import { confirmEmail } from './confirm-email'
import { asVisitor, canSignIn, GONE, mailedToken, mailsTo, newEmail, newMember, personOf } from './link-world.test-data'
import { requestEmailChange } from './request-email-change'
import { setPassword } from './set-password'

const mailbox = catchMails()
openDatabase()

test('an address changes once its new mailbox confirms, the old one is told and its links are dead', async () => {
  const caller = await newMember()
  const [person, email] = [await personOf(caller), newEmail()]
  const ask = (password: string) => inAccount(VISITOR, (ctx) => requestEmailChange(ctx, { person, email, password }))
  await expect(ask('a wrong password')).rejects.toMatchObject({ errors: ['password: This is not your password.'] })
  await ask(PASSWORD)
  const reset = await newLink({ kind: 'password_reset', email: caller.email })
  const token = await mailedToken(mailbox, email, /^Confirm/)
  const confirm = () => asVisitor((ctx) => confirmEmail(ctx, { token }))
  const outcomes = await Promise.allSettled([confirm(), confirm()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await canSignIn(email, PASSWORD)).toBe(true)
  expect(await canSignIn(caller.email, PASSWORD)).toBe(false)
  expect((await mailsTo(mailbox, caller.email)).map(({ subject }) => subject)).toContain(
    'Your email address was changed',
  )
  await expect(asVisitor((ctx) => setPassword(ctx, { token: reset.token, password: NEW_PASSWORD }))).rejects.toThrow(
    GONE,
  )
})

test('an address that somebody has is not told to whoever asks for it, and not given', async () => {
  const [caller, other] = [await newMember(), await newMember()]
  const person = await personOf(caller)
  await inAccount(VISITOR, (ctx) => requestEmailChange(ctx, { person, email: other.email, password: PASSWORD }))
  expect(await mailsTo(mailbox, other.email)).toEqual([])
  const { token } = await newLink({ kind: 'email_change', email: other.email, userId: caller.personId })
  const taken = asVisitor((ctx) => confirmEmail(ctx, { token }))
  await expect(taken).rejects.toThrow('Another account already has this email address.')
  expect(await canSignIn(caller.email, PASSWORD)).toBe(true)
})

test('two who confirm the same new address at once: one has it', async () => {
  const [a, b, email] = [await newMember(), await newMember(), newEmail()]
  const links = await Promise.all(
    [a, b].map(({ personId }) => newLink({ kind: 'email_change', email, userId: personId })),
  )
  const outcomes = await Promise.allSettled(links.map(({ token }) => asVisitor((ctx) => confirmEmail(ctx, { token }))))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
  expect(await workerCtx().db.$count(users, eq(users.email, email))).toBe(1)
})
