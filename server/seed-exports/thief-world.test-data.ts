import { generateKeyPairSync } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import superjson from 'superjson'
import { expect } from 'vitest'
import { z } from 'zod'
import { businesses, memberships, proposals, seedExports, sessions } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { readOwnerKey } from '@/server/custody/owner-key'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { endRecoveries } from '@/server/testing/open-recovery'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { mutatePortal, newPortalCaller, PASSWORD, type PortalCaller } from '@/server/testing/portal-caller'
import { ownerKeys } from '@/server/testing/seed-export'
import { sealExport } from './seal-export'
import type { Step } from './thief-steps.test-data'

const db = () => workerCtx().db

type People = { operators: Operator[]; keys: { publicKey: string; fingerprint: string }[] }
export type World = People & {
  tenant: Awaited<ReturnType<typeof createTenant>>
  /** Two owners and a developer. */
  members: PortalCaller[]
  /** What was handed out, by export. */
  taken: Map<string, string>
}
export type Row = typeof seedExports.$inferSelect

export function nth<T>(list: readonly T[], n: number): T {
  const found = list[n]
  if (found === undefined) throw new Error(`there is no number ${n}`)
  return found
}

/** Two operators, and two keys that an owner may name. */
export async function newPeople(): Promise<People> {
  const other = generateKeyPairSync('rsa', { modulusLength: 3_072 }).publicKey.export({ type: 'spki', format: 'pem' })
  const keys = [ownerKeys().publicKey, String(other)].map((publicKey) => ({
    publicKey,
    fingerprint: readOwnerKey(publicKey).fingerprint,
  }))
  return { operators: [await newOperator(), await newOperator()], keys }
}

/** A business with a seed and nothing proposed. */
export async function newWorld(people: People): Promise<World> {
  await db().delete(proposals)
  const tenant = await createTenant()
  const { businessId } = tenant
  await newWallet(tenant)
  const members = await Promise.all(
    (['owner', 'owner', 'developer'] as const).map((role) => newPortalCaller({ businessId, role })),
  )
  return { ...people, tenant, members, taken: new Map() }
}

/** The newest export of the business. */
export const newest = async ({ tenant }: World): Promise<Row | undefined> => {
  const isOurs = eq(seedExports.businessId, tenant.businessId)
  const [row] = await db().select().from(seedExports).where(isOurs).orderBy(desc(seedExports.id)).limit(1)
  return row
}

const call = async ({ tenant }: World, { by, path, input }: { by: PortalCaller; path: string; input: object }) => {
  const answer = await mutatePortal(by, {
    path,
    input: { projectId: tenant.projectId, ...input },
    key: crypto.randomUUID(),
  })
  expect(answer.status).toBeLessThan(500)
  return answer.status === 200 ? answer.text : null
}

const sealedOf = (text: string) => {
  const { result } = z.object({ result: z.object({ data: z.any() }) }).parse(JSON.parse(text))
  return z.object({ sealed: z.base64() }).parse(superjson.deserialize(result.data)).sealed
}

/** A refusal is a valid answer: what a step changed is judged afterwards. */
export async function play(world: World, wanted: Step, row: Row | undefined): Promise<void> {
  const { tenant, members, operators, keys } = world
  const { businessId } = tenant
  const isRow = eq(seedExports.id, row?.id ?? crypto.randomUUID())
  const exportId = row?.id ?? crypto.randomUUID()
  const often = (work: () => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: 'copies' in wanted ? wanted.copies : 1 }, work))
  switch (wanted.do) {
    case 'propose': {
      const input = { businessId, ownerId: nth(members, wanted.owner).personId, reason: 'It leaves the platform' }
      return void (await often(() => nth(operators, wanted.by).mutate('seedExports.propose', input)))
    }
    case 'approve':
    case 'drop': {
      const [open] = await db().select().from(proposals).where(eq(proposals.state, 'OPEN')).orderBy(desc(proposals.id))
      const input = { proposalId: open?.id ?? crypto.randomUUID() }
      return void (await often(() => nth(operators, wanted.by).mutate(`proposals.${wanted.do}`, input)))
    }
    case 'confirm': {
      const input = { exportId, publicKey: nth(keys, wanted.key).publicKey, password: PASSWORD }
      return void (await often(() => call(world, { by: nth(members, wanted.by), path: 'seedExports.confirm', input })))
    }
    case 'seal':
      return void (await often(() => sealExport({ exportId, fingerprint: nth(keys, wanted.key).fingerprint })))
    case 'take': {
      const by = nth(members, wanted.by)
      const takes = Array.from({ length: wanted.copies }, () =>
        call(world, { by, path: 'seedExports.take', input: { exportId, password: PASSWORD } }),
      )
      const other = nth(members, by === members[0] ? 1 : 0)
      const stop = () => call(world, { by: other, path: 'seedExports.stop', input: { exportId } })
      const [stopped, ...texts] = await Promise.all([wanted.isStopped ? stop() : null, ...takes])
      for (const text of texts) {
        if (text === null) continue
        expect([world.taken.has(exportId), stopped], 'it was taken or stopped already').toEqual([false, null])
        world.taken.set(exportId, sealedOf(text))
      }
      return
    }
    case 'stop': {
      const stopped = { exportId, reason: 'A phone call to the owner' }
      const by = members[wanted.by]
      return void (await often(() =>
        by
          ? call(world, { by, path: 'seedExports.stop', input: { exportId } })
          : nth(operators, 0).mutate('seedExports.stopOfBusiness', stopped),
      ))
    }
    case 'wait':
      return void (await db().update(seedExports).set({ opensAt: new Date() }).where(isRow))
    case 'expire':
      return void (await db()
        .update(seedExports)
        .set({ expiresAt: new Date(Date.now() - 60_000) })
        .where(isRow))
    case 'restore':
      await beginRestoreRecovery({ cause: 'restored', message: 'A backup was restored' })
      // Everybody signs in again.
      await db().update(sessions).set({ revokedAt: null })
      return endRecoveries()
    case 'role': {
      const { personId: userId } = nth(members, wanted.of)
      const input = { userId, role: (await isOwner(userId)) ? 'viewer' : 'owner' }
      return void (await call(world, { by: nth(members, 1 - wanted.of), path: 'team.changeRole', input }))
    }
    case 'suspension': {
      const status = (await isActive(businessId)) ? 'suspended' : 'active'
      await inWorker((ctx) => ctx.db.update(businesses).set({ status }).where(eq(businesses.id, businessId)))
    }
  }
}

export const isOwner = async (personId: string) => {
  const [found] = await db().select().from(memberships).where(eq(memberships.userId, personId))
  return found?.role === 'owner'
}
export const isActive = async (businessId: string) => {
  const [found] = await db().select().from(businesses).where(eq(businesses.id, businessId))
  return found?.status === 'active'
}
