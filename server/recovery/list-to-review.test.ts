import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { apiKeys, blockedAddresses, businesses, ipAllowlist, memberships, passkeys, projects, users } from '@/db/schema'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { inOperator, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { addFactor } from '@/server/testing/second-factor'
import { listToReview } from './list-to-review'

openDatabase()

it('lists whom the database lets in, what was used or made last first, and nobody whom it does not', async () => {
  const { db } = workerCtx()
  const { businessId, projectId } = await createTenant()
  const [business] = await db.select().from(businesses).where(eq(businesses.id, businessId))
  const key = (lastFour: string, minutesAgo: number, fields = {}) => ({
    ...{
      id: v7(),
      businessId,
      projectId,
      secretHash: v7(),
      environment: 'live' as const,
      prefix: 'sk_live_',
      lastFour,
    },
    ...{ pepperVersion: 1, createdBy: 'test', lastUsedAt: new Date(Date.now() - minutesAgo * 60_000), ...fields },
  })
  const past = new Date(Date.now() - 60_000)
  await db
    .insert(apiKeys)
    .values([
      key('used', 1),
      key('idle', 300),
      key('gone', 2, { revokedAt: past }),
      key('over', 2, { expiresAt: past }),
    ])
  await db.insert(ipAllowlist).values({
    businessId,
    projectId,
    ipAddress: '203.0.113.7',
    createdBy: 'test',
  })
  const person = (isActive: boolean) => ({
    ...{ id: v7(), name: 'A person', passwordHash: 'none', isActive },
    email: `${v7()}@review.example`,
  })
  const [here, away] = [person(true), person(false)]
  await db.insert(users).values([here, away])
  const joined = { memberOf: businessId, role: 'owner' } as const
  await db.insert(memberships).values([here, away].map(({ id }) => ({ userId: id, ...joined })))

  const suspended = await createTenant({ businessId })
  await db.update(projects).set({ status: 'suspended' }).where(eq(projects.id, suspended.projectId))
  const block = { businessId, reason: 'test', createdBy: 'test' }
  await db.insert(blockedAddresses).values([
    { ...block, address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    { ...block, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', removedAt: past, removedBy: 'test' },
  ])
  for (const { id: userId } of [here, away]) {
    await addFactor(userId)
    const made = { name: 'Laptop', credentialId: v7(), publicKey: new Uint8Array([1]), counter: 0, transports: [] }
    await db.insert(passkeys).values({ userId, ...made, isSyncable: false, isBackedUp: false })
  }

  const who = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const
  const listed = (await inOperator(who, listToReview)).filter((row) => row.businessId === businessId)
  const names = listed.map(({ kind, name }) => `${kind} ${name}`)
  expect(names.toSorted()).toEqual(
    [
      ...['address 203.0.113.7', 'key sk_live_…idle', 'key sk_live_…used', `person ${here.email} (owner)`],
      ...[`business ${business?.name}`, 'project Main', 'blocked_addresses 1 blocked'],
      ...[`passkey ${here.email}: Laptop`, `authenticator_app ${here.email}`],
    ].toSorted(),
  )
  expect(listed.map(({ at }) => at)).toEqual(
    listed
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(names.indexOf('key sk_live_…used')).toBeLessThan(names.indexOf('key sk_live_…idle'))
  expect(listed.find(({ kind }) => kind === 'address')).toMatchObject({ businessName: business?.name, projectId })
})

it('lists people of the platform, with the passkeys and apps that they sign in with', async () => {
  const { db } = workerCtx()
  await ensurePlatformBusiness(db)
  const row = (isActive: boolean) => ({
    ...{ id: v7(), name: 'A person', passwordHash: 'none', isActive, platformRole: 'operator' as const },
    email: `${v7()}@review.example`,
  })
  const [here, away] = [row(true), row(false)]
  await db.insert(users).values([here, away])
  for (const { id: userId } of [here, away]) await addFactor(userId)
  const who = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const
  const rows = (await inOperator(who, listToReview)).filter(({ businessId }) => businessId === null)
  const names = rows.map(({ kind, name }) => `${kind} ${name}`)
  expect(names.filter((name) => name.includes(here.email)).toSorted()).toEqual([
    `authenticator_app ${here.email}`,
    `person ${here.email} (operator)`,
  ])
  expect(names.filter((name) => name.includes(away.email))).toEqual([])
})
