import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import type { SavedListRef, SaveViewInput } from '@/schemas/views/contract'
import { checkListQuery } from '@/schemas/views/lists'
import { MAX_SAVED_VIEWS } from '@/schemas/views/words'
import { type Actor, inTenant } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { removeView, renameView, saveView } from './change-saved-views'
import { listSavedViews } from './list-saved-views'

openDatabase()
const LIST: SavedListRef = { list: 'transactions' }
const UNKNOWN_VIEW = { message: 'View not found' }
let tenant: { businessId: string; projectId: string }
let ada: string

beforeEach(async () => {
  tenant = await createTenant()
  ada = newId()
})

type Ctx = Parameters<typeof saveView>[0]

function as<T>(userId: string, work: (ctx: Ctx) => Promise<T>, { businessId, projectId } = tenant): Promise<T> {
  const actor: Actor = { type: 'user', id: userId, name: 'Person' }
  return inTenant({ businessId, projectId, actor, requestId: 'test' }, (ctx) => work({ ...ctx, projectId }))
}
const save = (input: Partial<SaveViewInput> = {}, userId = ada) =>
  as(userId, (ctx) => saveView(ctx, { ...LIST, name: 'Failed', query: 'status=FAILED', ...input }))
const namesOf = async (userId = ada, list = LIST) =>
  (await as(userId, (ctx) => listSavedViews(ctx, list))).items.map(({ name }) => name)

test('keeps the filters of a list in one form, for one person, project and list', async () => {
  const { id } = await save({ name: 'Base', query: '?search= 0xab &chainId=84532&status=FAILED&type=' })
  await save({ name: 'Another' })
  const { items } = await as(ada, (ctx) => listSavedViews(ctx, LIST))
  expect(items).toEqual([
    { id: expect.any(String), name: 'Another', query: 'status=FAILED' },
    { id, name: 'Base', query: 'status=FAILED&chainId=84532&search=0xab' },
  ])
  expect(await namesOf(ada, { list: 'payments' })).toEqual([])
  expect(await namesOf(newId())).toEqual([])
  expect((await as(ada, (ctx) => listSavedViews(ctx, LIST), await createTenant())).items).toEqual([])
})

test.each([
  ['walletId=0193a000-0000-7000-8000-0000000000aa', /Unrecognized key/],
  ['page=2', /Unrecognized key/],
  ['status=NOPE', /^status: /],
  ['chainId=1e3', /^chainId: /],
  ['from=2026-02-30', /^from: /],
  ['', /has no filter/],
  ['search=%20&type=', /has no filter/],
])('refuses %s and keeps nothing', async (query, problem) => {
  await expect(save({ query })).rejects.toMatchObject({ errors: [expect.stringMatching(problem)] })
  expect(await namesOf()).toEqual([])
})

test('a name is taken once per list, however often it is saved at once', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => save()))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
  expect(await namesOf()).toEqual(['Failed'])
  await save({ list: 'deliveries', query: 'status=failed' })
  await save({}, newId())
})

test('a list has at most twenty views, also when they are saved at once', async () => {
  const names = Array.from({ length: MAX_SAVED_VIEWS + 5 }, (_, at) => `View ${at}`)
  const tries = await Promise.allSettled(names.map((name) => save({ name })))
  const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.map(({ errors }) => errors)).toEqual(Array(5).fill([expect.stringContaining('20 saved views')]))
  expect(await namesOf()).toHaveLength(MAX_SAVED_VIEWS)
})

test('is renamed and removed by its owner alone', async () => {
  const { id: viewId } = await save()
  await save({ name: 'Open', query: 'status=PENDING' })
  for (const stranger of [() => as(newId(), (ctx) => removeView(ctx, { viewId })), () => renameAs(newId(), viewId)])
    await expect(stranger()).rejects.toMatchObject(UNKNOWN_VIEW)
  const elsewhere = await createTenant()
  await expect(as(ada, (ctx) => removeView(ctx, { viewId }), elsewhere)).rejects.toMatchObject(UNKNOWN_VIEW)
  await expect(renameAs(ada, viewId, 'Open')).rejects.toMatchObject({ code: 'conflict' })
  await renameAs(ada, viewId, 'Failed')
  await Promise.all([renameAs(ada, viewId, 'Lost'), renameAs(ada, viewId, 'Lost')])
  expect(await namesOf()).toEqual(['Lost', 'Open'])
  const removals = await Promise.allSettled([1, 2].map(() => as(ada, (ctx) => removeView(ctx, { viewId }))))
  expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await namesOf()).toEqual(['Open'])
})

const renameAs = (userId: string, viewId: string, name = 'Mine') =>
  as(userId, (ctx) => renameView(ctx, { viewId, name }))

test('two views that get one name at once: one of them does', async () => {
  const ids = await Promise.all([save({ name: 'One' }), save({ name: 'Two' })])
  const tries = await Promise.allSettled(ids.map(({ id }) => renameAs(ada, id, 'Same')))
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await namesOf()).toContain('Same')
})

test('a query that was checked once stays as it is', () => {
  const once = checkListQuery('deliveries', 'search=https%3A%2F%2Fa.example%2F%3Fx%3D1&kind=wallet.transfer.failed')
  expect(once).toEqual({ query: 'kind=wallet.transfer.failed&search=https%3A%2F%2Fa.example%2F%3Fx%3D1' })
  expect('query' in once && checkListQuery('deliveries', once.query)).toEqual(once)
})
