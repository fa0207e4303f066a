import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { passkeys, recoveryCodes, sessions, totpSecrets, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import { type OperatorCtx, workerCtx } from '@/server/ctx'
import { changePassword } from '@/server/people/change-password'
import { resetFactor } from '@/server/people/factors/remove-factor'
import { findPerson } from '@/server/people/find-person'
import { removePasskey } from '@/server/people/passkeys/remove-passkey'
import { isPassword } from '@/server/people/password'
import { setPersonActive } from '@/server/people/set-person-active'
import { addSoftwarePasskey } from '@/server/testing/add-software-passkey'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, PASSWORD, type PortalCaller } from '@/server/testing/portal-caller'
import { takeBackup } from '@/server/testing/restorable-database'
import { addFactor } from '@/server/testing/second-factor'
import { asOperator, openStops } from './stop-world.test-data'

const database = openDatabase()
const stops = openStops()

it('ends passwords, passkeys, apps and recovery codes again, and no others', async () => {
  const { db } = workerCtx()
  const { businessId } = await createTenant()
  const [one, other] = [
    await newPortalCaller({ businessId, role: 'developer' }),
    await newPortalCaller({ businessId, role: 'owner' }),
  ]
  const [person, kept] = [await personOf(one), await personOf(other)]
  for (const { sessionToken, personId } of [one, other]) {
    await addFactor(personId)
    await addSoftwarePasskey(sessionToken)
  }
  const { passkeyId } = await addSoftwarePasskey(other.sessionToken)
  const state = async ({ personId }: PortalCaller) => {
    const [user] = await db.select().from(users).where(eq(users.id, personId))
    return {
      hash: user?.passwordHash,
      passkeys: await db.$count(passkeys, eq(passkeys.userId, personId)),
      apps: await db.$count(totpSecrets, eq(totpSecrets.userId, personId)),
      codes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, personId)),
    }
  }
  const [old, before] = [await state(one), await state(other)]
  const backup = await takeBackup(database.url)
  await asOperator((ctx) => changePassword(ctx, { person, current: PASSWORD, next: 'another horse battery staple' }))
  await asOperator((ctx) => resetFactor(ctx, { personId: one.personId }))
  await asOperator((ctx) => removePasskey(ctx, { person: kept, passkeyId }))
  await stops.record()
  await backup.restore()
  expect([await state(one), await state(other)]).toEqual([old, before])
  await stops.restart()
  const after = await state(one)
  expect(after).toMatchObject({ passkeys: 0, apps: 0, codes: 0 })
  expect(await isPassword(after.hash ?? null, PASSWORD)).toBe(false)
  expect(await state(other)).toEqual({ ...before, passkeys: before.passkeys - 1 })
})

it.each<[string, (ctx: OperatorCtx, of: { person: Person; passkeyId: string }) => Promise<unknown>]>([
  ['password', (ctx, { person }) => changePassword(ctx, { person, current: PASSWORD, next: 'another horse staple' })],
  ['passkey', (ctx, { person, passkeyId }) => removePasskey(ctx, { person, passkeyId })],
  ['second factor', (ctx, { person }) => resetFactor(ctx, { personId: person.id })],
  ['sign-in', (ctx, { person }) => setPersonActive(ctx, { personId: person.id, isActive: false })],
])('ends what was signed in with a %s before that is stopped again', async (_what, end) => {
  const { businessId } = await createTenant()
  const one = await newPortalCaller({ businessId, role: 'developer' })
  const person = await personOf(one)
  await addSoftwarePasskey(one.sessionToken)
  const { passkeyId } = await addSoftwarePasskey(one.sessionToken)
  const backup = await takeBackup(database.url)
  await asOperator((ctx) => end(ctx, { person, passkeyId }))
  await stops.record()
  await backup.restore()

  const sessionId = await one.openSession()
  const isOpen = async () =>
    (await workerCtx().db.select().from(sessions).where(eq(sessions.id, sessionId))).some(
      ({ revokedAt }) => revokedAt === null,
    )
  expect(await isOpen()).toBe(true)
  await stops.restart()
  expect(await isOpen()).toBe(false)
})

async function personOf({ sessionToken }: PortalCaller) {
  const found = await findPerson(workerCtx(), sessionToken)
  if (!found) throw new Error('nobody is signed in')
  return found
}
