import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { sessions, users } from '@/db/schema'
import { inAccount, inOperator, type OperatorCtx, workerCtx } from '@/server/ctx'
import { NEW_PASSWORD } from '@/server/testing/accept-link'
import { anyOperator } from '@/server/testing/any-operator'
import { newLink } from '@/server/testing/new-link'
import { openDatabase } from '@/server/testing/open-database'
import { changePassword } from './change-password'
import { findPerson } from './find-person'
import { setPassword } from './links/set-password'
import { hashPassword, isPassword } from './password'
import { setPersonActive } from './set-person-active'
import { signIn } from './sign-in'

const PASSWORD = 'correct horse'

openDatabase()

async function createUser(platformRole: 'operator' | null = null) {
  const id = v7()
  const email = `${id}@example.test`
  const passwordHash = await hashPassword(PASSWORD)
  await workerCtx().db.insert(users).values({ id, email, name: 'Test', passwordHash, platformRole })
  return { id, email }
}

type Known = { id: string; token: string }

const tryIn = (email: string) =>
  signIn(workerCtx(), { email, password: PASSWORD, clientIp: null, userAgent: null }).then(
    () => 'signed in',
    (error: unknown) => error,
  )

const isSomeoneWaiting = async () => {
  const [row] = await workerCtx().db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return (row?.count ?? 0) > 0
}

/** A sign-in that looked at the password before `act` was committed, and is done, or waits for it, when it is. */
async function signInBeside(email: string, work: (ctx: OperatorCtx) => Promise<unknown>): Promise<unknown> {
  const outcome: { said?: unknown } = {}
  const { attempt } = await inOperator(anyOperator(), async (ctx) => {
    await work(ctx)
    const attempt = tryIn(email).then((said) => {
      outcome.said = said
    })
    await expect.poll(async () => outcome.said !== undefined || (await isSomeoneWaiting())).toBe(true)
    return { attempt }
  })
  await attempt
  return outcome.said
}

const openSessionsOf = (userId: string) =>
  workerCtx().db.$count(sessions, and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))

test.each([
  ['reset', (ctx: OperatorCtx, person: Known) => setPassword(ctx, { token: person.token, password: NEW_PASSWORD })],
  ['switched off', (ctx: OperatorCtx, { id }: Known) => setPersonActive(ctx, { personId: id, isActive: false })],
])('a sign-in with the password of before opens no session beside one %s', async (_name, work) => {
  const { id, email } = await createUser()
  const { token } = await newLink({ kind: 'password_reset', email })
  const said = await signInBeside(email, (ctx) => work(ctx, { id, token }))
  expect(said).toMatchObject({ code: 'unauthenticated', message: 'Email or password is wrong.' })
  expect(await openSessionsOf(id)).toBe(0)
})

test('of two who change a password at once the second does not know it any more', async () => {
  const { id, email } = await createUser()
  const person = await findPerson(
    workerCtx(),
    await signIn(workerCtx(), { email, password: PASSWORD, clientIp: null, userAgent: null }),
  )
  if (!person) throw new Error('the session does not work')
  const who = { actor: { type: 'user', id, name: 'Person' }, requestId: v7() } as const
  const nexts = ['the first new password', 'the second new password']
  const outcomes = await Promise.allSettled(
    nexts.map((next) => inAccount(who, (ctx) => changePassword(ctx, { person, current: PASSWORD, next }))),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [user] = await workerCtx().db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id))
  const winner = nexts[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? ''
  expect(await isPassword(user?.hash ?? null, winner)).toBe(true)
})

test('two operators who switch each other off leave one of them', async () => {
  const [ada, tunde] = [await createUser('operator'), await createUser('operator')]
  const off = (who: { id: string }, other: { id: string }) =>
    inOperator(anyOperator(who.id), (ctx) => setPersonActive(ctx, { personId: other.id, isActive: false }))
  const outcomes = await Promise.allSettled([off(ada, tunde), off(tunde, ada)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'forbidden' } })
})
