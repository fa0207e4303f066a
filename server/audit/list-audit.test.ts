import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { users } from '@/db/schema'
import type { AuditAction } from '@/schemas/audit/action-texts'
import { inTenant, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { createApiKey } from '@/server/keys/create-api-key'
import { createTenant } from '@/server/testing/create-tenant'
import { fillTokens } from '@/server/testing/fill-tokens'
import { createOwner, createTransactionRow } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { appendAudit } from './append-audit'
import { listAudit, listAuditAfter } from './list-audit'

openDatabase()
afterEach(() => vi.useRealTimers())

async function addPerson(name: string, platformRole: 'operator' | null): Promise<Tenant['actor']> {
  const id = v7()
  await workerCtx()
    .db.insert(users)
    .values({ id, name, email: `${id}@example.test`, passwordHash: 'x', platformRole })
  return { type: 'user', id, name }
}

const add = (tenant: Tenant, action: AuditAction, target: string, detail?: Record<string, unknown>) =>
  inTenant(tenant, (ctx) => appendAudit(ctx, { action, target, detail }))

test('shows who did what to what, newest first, and nothing of another business', async () => {
  const tenant = await createTenant()
  await add(await createTenant(), 'key.revoked', 'x')
  const { projectId } = tenant
  const key = await inTenant(tenant, (ctx) => createApiKey({ ...ctx, projectId }, { environment: 'live' }))
  await add({ ...tenant, actor: await addPerson('Ada', null) }, 'project.renamed', 'a', { count: 1 })
  await add({ ...tenant, actor: await addPerson('Ope', 'operator') }, 'plan.changed', 'b')
  await add({ ...tenant, actor: { type: 'key', id: key.id } }, 'wallet.update', 'c')
  await add({ ...tenant, actor: { type: 'system', id: 'migrate' } }, 'policy.saved', 'd')
  const page = await inTenant(tenant, (ctx) => listAudit(ctx, { page: 1 }))
  expect(page.items.map(({ seq, actor, action, target }) => [seq, actor, action, target])).toEqual([
    [5, 'The platform (migrate)', 'policy.saved', 'd'],
    [4, `API key …${key.lastFour}`, 'wallet.update', 'c'],
    [3, 'Ope (operator)', 'plan.changed', 'b'],
    [2, 'Ada', 'project.renamed', 'a'],
    [1, expect.any(String), 'key.created', key.id],
  ])
  expect(page.items[3]?.detail).toEqual({ count: 1 })
  expect(page).toMatchObject({
    total: 5,
    actions: ['key.created', 'plan.changed', 'policy.saved', 'project.renamed', 'wallet.update'],
  })
})

test('names what an entry holds by id, but no id that a customer may have written', async () => {
  const tenant = await createTenant()
  const { projectId, businessId } = tenant
  const { id: stranger } = await addPerson('Stranger', null)
  const key = await inTenant(tenant, (ctx) =>
    createApiKey({ ...ctx, projectId }, { environment: 'live', name: 'Backend' }),
  )
  const requestedBy = `user:${(await addPerson('Ada', null)).id}`
  await add(tenant, 'project.renamed', projectId, { from: stranger, to: `user:${stranger}`, label: stranger })
  await add(tenant, 'transaction.approved', v7(), { requestedBy, note: stranger })
  await add(tenant, 'wallet.bound', v7(), { address: stranger, from: null, to: projectId })
  await add(tenant, 'business.suspended', businessId)
  await add(tenant, 'key.revoked', key.id, { lastFour: key.lastFour })
  const { items } = await inTenant(tenant, (ctx) => listAudit(ctx, { page: 1 }))
  expect(items.slice(0, 5).map(({ names }) => Object.values(names))).toEqual([
    [`API key Backend (…${key.lastFour})`],
    [expect.stringMatching(/^Business /)],
    ['Main'],
    ['Ada'],
    ['Main'],
  ])
  expect(JSON.stringify(items.map(({ names }) => names))).not.toContain('Stranger')
})

test('names the token of an operation by its ticker, unless it is of another business', async () => {
  const own = await createOwner()
  const { walletId } = await createTransactionRow(own, {})
  const { businessId, projectId } = own
  const { tokenId } = await inWorker((ctx) => fillTokens(ctx, { businessId, projectId, walletId }))
  await add(own, 'token.operation', v7(), { tokenId, kind: 'MINT' })
  const { items } = await inTenant(own, (ctx) => listAudit(ctx, { page: 1, action: 'token.operation' }))
  expect(items.map(({ names }) => names)).toEqual([{ [tokenId]: 'ACME' }])
  const other = await createTenant()
  await add(other, 'token.operation', v7(), { tokenId, kind: 'MINT' })
  const ofOther = await inTenant(other, (ctx) => listAudit(ctx, { page: 1, action: 'token.operation' }))
  expect(ofOther.items.map(({ names }) => names)).toEqual([{}])
})

test('names nothing of another business', async () => {
  const [tenant, other] = [await createTenant(), await createTenant()]
  await add(tenant, 'project.renamed', other.projectId, { from: 'a', to: 'b' })
  await add(tenant, 'business.suspended', other.businessId)
  const { items } = await inTenant(tenant, (ctx) => listAudit(ctx, { page: 1 }))
  expect(items.map(({ names }) => names)).toEqual([{}, {}])
})

test('filters by the kind of actor and by days, and reads on from an entry', async () => {
  // Stops the clock, so that both entries are of one day.
  vi.useFakeTimers({ toFake: ['Date'] })
  const tenant = await createTenant()
  await add({ ...tenant, actor: await addPerson('Ada', null) }, 'policy.saved', 'a')
  await add({ ...tenant, actor: { type: 'system', id: 'migrate' } }, 'plan.changed', 'b')
  const read = (filter: object) => inTenant(tenant, (ctx) => listAudit(ctx, { page: 1, ...filter }))
  expect((await read({ actor: 'system' })).items.map(({ action }) => action)).toEqual(['plan.changed'])
  // A visitor of a shared link has no account, and is no part of the platform.
  const visitor = { ...(await createTenant()), actor: { type: 'system', id: 'visitor' } as const }
  await add(visitor, 'transaction.link_opened', 'c')
  const opened = await inTenant(visitor, (ctx) => listAudit(ctx, { page: 1 }))
  expect(opened.items.map(({ actor }) => actor)).toEqual(['A visitor'])
  const today = new Date().toISOString().slice(0, 10)
  expect(await read({ from: today, to: today })).toMatchObject({ total: 2 })
  expect(await read({ to: '2020-01-01' })).toMatchObject({ total: 0, items: [] })
  const minute = `${new Date().toISOString().slice(0, 16)}Z`
  expect(await read({ from: minute })).toMatchObject({ total: 2 })
  // The last minute is excluded.
  expect(await read({ to: minute })).toMatchObject({ total: 0 })
  const after = (place: { at: string; id: string } | null) =>
    inTenant(tenant, (ctx) => listAuditAfter(ctx, { after: place }))
  const { items, next } = await after(null)
  expect([items.map(({ seq }) => seq), next]).toEqual([[2, 1], null])
  const [newest] = (await read({})).items
  const place = z.object({ id: z.uuid(), createdAt: z.string() }).parse(newest)
  expect((await after({ at: place.createdAt, id: place.id })).items.map(({ seq }) => seq)).toEqual([1])
})

test('pages, and filters by action', async () => {
  const tenant = await createTenant()
  for (let number = 1; number <= 52; number++)
    await add(tenant, number === 7 ? 'policy.saved' : 'wallet.update', `t${number}`)
  const read = (filter: { action?: string; page: number }) => inTenant(tenant, (ctx) => listAudit(ctx, filter))
  expect((await read({ page: 2 })).items.map((entry) => entry.target)).toEqual(['t2', 't1'])
  expect(await read({ page: 1, action: 'policy.saved' })).toMatchObject({ total: 1, items: [{ target: 't7', seq: 7 }] })
})
