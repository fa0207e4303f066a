import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { memberships, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { BusinessRole } from '@/schemas/people/words'
import { inWorker } from '@/server/ctx'
import { env } from '@/server/env'

type Tenant = { businessId: string; projectId: string }
export type Portal = Awaited<ReturnType<typeof portalOf>>

/** The portal of a new member of a business, used as their browser would. */
export async function portalOf({ businessId, projectId }: Tenant, role: BusinessRole, name: string = role) {
  const { appRouter } = await import('@/registry/procedures')
  const id = v7()
  await inWorker(async ({ db }) => {
    await db.insert(users).values({ id, name, email: `${id}@example.test`, passwordHash: '-' })
    await db.insert(memberships).values({ userId: id, memberOf: businessId, role })
  })
  const person: Person = {
    id,
    sessionId: v7(),
    name,
    email: `${id}@example.test`,
    platformRole: null,
    hasFactor: false,
    verifiedAt: new Date(),
    memberships: [{ businessId, businessName: 'B', role, requiresFactor: false }],
  }
  const { origin, host } = new URL(env().BASE_URL)
  const api = appRouter.createCaller(() => ({
    person,
    requestId: v7(),
    clientIp: null,
    origin,
    host,
    idempotencyKey: randomUUID(),
  }))
  return { api, projectId, person }
}
