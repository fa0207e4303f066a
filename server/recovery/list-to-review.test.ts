import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { apiKeys, businesses, ipAllowlist, memberships, users } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
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

  const who = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const
  const listed = (await inOperator(who, listToReview)).filter((row) => row.businessId === businessId)
  const names = listed.map(({ kind, name }) => `${kind} ${name}`)
  expect(names.toSorted()).toEqual(
    ['address 203.0.113.7', 'key sk_live_…idle', 'key sk_live_…used', `person ${here.email}`].toSorted(),
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
