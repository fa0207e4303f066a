import { v7 } from 'uuid'
import { expect } from 'vitest'
import { inAccount, inOperator, type OperatorCtx, workerCtx } from '@/server/ctx'
import { sendMails } from '@/server/mail/send-mails'
import { findPerson } from '@/server/people/find-person'
import { invitePerson } from '@/server/people/invite-person'
import { signIn } from '@/server/people/sign-in'
import { tokenOf, VISITOR } from '@/server/testing/accept-link'
import { anyOperator } from '@/server/testing/any-operator'
import type { catchMails } from '@/server/testing/catch-mails'
import { createTenant } from '@/server/testing/create-tenant'
import { newPortalCaller } from '@/server/testing/portal-caller'

export const GONE = 'This link was used, replaced or has expired. Ask for a new one.'
export const WHO = anyOperator()

export const asVisitor = <T>(work: (ctx: OperatorCtx) => Promise<T>) => inAccount(VISITOR, work)
export const newEmail = () => `${v7()}@example.test`
export const canSignIn = (email: string, password: string) =>
  signIn(workerCtx(), { email, password, clientIp: null, userAgent: null }).then(
    () => true,
    () => false,
  )

export async function invite(email = newEmail()) {
  const { businessId } = await createTenant()
  await inOperator(WHO, (ctx) => invitePerson(ctx, { name: 'Ada', email, role: 'developer', businessId }))
  return { email, businessId }
}

export async function personOf(caller: { sessionToken: string }) {
  const person = await findPerson(workerCtx(), caller.sessionToken)
  if (!person) throw new Error('the session does not work')
  return person
}

export const newMember = async () =>
  newPortalCaller({ businessId: (await createTenant()).businessId, role: 'developer' })

type Mailbox = ReturnType<typeof catchMails>

/** The emails that left for an address, newest first. */
export async function mailsTo({ readMails }: Mailbox, email: string) {
  await sendMails(workerCtx())
  return (await readMails()).filter(({ to }) => to === email)
}

/** The token in the one email that left for an address with this subject. */
export async function mailedToken(mailbox: Mailbox, email: string, subject: RegExp): Promise<string> {
  const mails = (await mailsTo(mailbox, email)).filter((mail) => subject.test(mail.subject))
  expect(mails.length).toBe(1)
  return tokenOf(mails[0]?.text.match(/http\S+#[\w-]{43}/)?.[0] ?? null)
}
