import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { accountLinks, rpcEndpoints } from '@/db/schema'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inOperator, inTenant, inWorker, workerCtx } from '@/server/ctx'
import { acceptLink } from '@/server/testing/accept-link'
import { anyOperator } from '@/server/testing/any-operator'
import { countWaiting } from '@/server/testing/count-waiting'
import { createTenant } from '@/server/testing/create-tenant'
import { holdTransaction } from '@/server/testing/hold-transaction'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator } from '@/server/testing/operator-calls'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { holdRole } from './hold-role'
import { invitePerson } from './invite-person'
import { sendPasswordReset } from './links/send-password-reset'
import { setPersonActive } from './set-person-active'

const database = openDatabase()

const GONE = 'This link was used, replaced or has expired. Ask for a new one.'
const OTHER = anyOperator()
const CHAIN_ID = 84532
const SOON = { timeout: 20_000 }
let tenant: Awaited<ReturnType<typeof createTenant>>
let owner: PortalCaller
beforeEach(async () => {
  tenant = await createTenant()
  owner = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
})

const switchOff = (personId: string) => inOperator(OTHER, (ctx) => setPersonActive(ctx, { personId, isActive: false }))
const newEmail = () => `${v7()}@example.test`

test('what an owner sent out is withdrawn when their sign-in is switched off', async () => {
  const { businessId } = tenant
  const invitation = { name: null, email: newEmail(), role: 'owner', businessId, isHandedOver: true } as const
  const made = await inOperator(anyOperator(owner.personId), (ctx) => invitePerson(ctx, invitation))
  const kept = await inOperator(OTHER, (ctx) => invitePerson(ctx, { ...invitation, email: newEmail() }))
  await switchOff(owner.personId)
  await expect(acceptLink(made.link)).rejects.toThrow(GONE)
  expect(await acceptLink(kept.link)).toMatchObject({ email: expect.any(String) })
})

test('a link to set the password of another, which an operator saw, is dead once they are switched off', async () => {
  const operator = await newOperator()
  const reset = { personId: owner.personId, isHandedOver: true }
  const { id } = await inOperator(anyOperator(operator.personId), (ctx) => sendPasswordReset(ctx, reset))
  await switchOff(operator.personId)
  const [link] = await workerCtx().db.select().from(accountLinks).where(eq(accountLinks.id, id))
  expect(link?.revokedAt).not.toBeNull()
})

/** Holds the audit chain of the business: a change waits for it with all its other locks. */
const holdAudit = () =>
  holdTransaction((pause) =>
    inWorker(async ({ db }) => {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${tenant.businessId}`}, 0))`)
      await pause()
    }),
  )

test('switching a member off waits for what they are writing', async () => {
  const order: string[] = []
  const letGo = await holdAudit()
  const input = { projectId: tenant.projectId, name: 'Renamed' }
  const renaming = mutatePortal(owner, { path: 'projects.rename', input, key: v7() }).then(({ text }) => {
    order.push(text.includes('error') ? text : 'renamed')
  })
  const areWaiting = (count: number) => async () => order.length > 0 || (await countWaiting(database.url)) === count
  await expect.poll(areWaiting(1), SOON).toBe(true)
  const switching = switchOff(owner.personId).then(() => void order.push('switched off'))
  await expect.poll(areWaiting(2), SOON).toBe(true)
  await letGo()
  await Promise.all([renaming, switching])
  expect(order).toEqual(['renamed', 'switched off'])
})

test('a person who is switched off has no role in a transaction that begins behind it', async () => {
  const { businessId } = tenant
  const role = () => inTenant(tenant, ({ db }) => holdRole(db, { userId: owner.personId, businessId }))
  expect(await role()).toBe('owner')
  await switchOff(owner.personId)
  expect(await role()).toBeNull()
})

test('what an operator prepared is not written once they are switched off', async () => {
  const operator = await newOperator()
  const node = await startStubNode({ chainId: CHAIN_ID })
  node.mode = 'hold'
  const input = { chainId: CHAIN_ID, url: node.url, label: 'Mine', role: 'full', priority: 1 }
  const adding = operator.mutate('chains.addEndpoint', input).catch((error: unknown) => error)
  await expect.poll(() => node.asked.length, SOON).toBeGreaterThan(0)
  await switchOff(operator.personId)
  node.mode = 'well'
  node.release()
  expect(await adding).toMatchObject({ message: 'Sign in to continue.' })
  expect(await workerCtx().db.$count(rpcEndpoints, eq(rpcEndpoints.label, 'Mine'))).toBe(0)
  await node.close()
})
