import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentReceipts } from '@/db/schema'
import type { ExceptionFilter, ExceptionView } from '@/schemas/exceptions/contract'
import { EXCEPTION_KINDS } from '@/schemas/exceptions/words'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator } from '@/server/testing/operator-calls'
import { getWall } from '@/server/wall/get-wall'
import { countExceptions } from './count-exceptions'
import { DECISIONS } from './decisions.test-data'
import { type ExceptionWorld, openExceptionWorld, type Waiting } from './exception-world.test-data'
import { listExceptions, listExceptionsAfter } from './list-exceptions'

openDatabase()
const who = { actor: { type: 'user', id: 'ada', name: 'Ada' }, requestId: 'test' } as const
let world: ExceptionWorld
const made = new Map<string, Waiting>()
beforeAll(async () => {
  world = await openExceptionWorld()
  const by = await newOperator()
  for (const kind of EXCEPTION_KINDS) made.set(kind, await DECISIONS[kind].make(world, 'above', by))
})
afterAll(() => world.close())

const list = (asked: Partial<ExceptionFilter> = {}) =>
  inOperatorReading(who, (ctx) => listExceptions(ctx, { page: 1, ...asked }))
const kindsOf = (items: readonly ExceptionView[]) => items.map(({ kind }) => kind)

test('every kind is in one list, oldest first, with its amount, its sentence and its age', async () => {
  const { items, total } = await list()
  // A failed refund of money in suspense leaves that waiting as well.
  expect(new Set(kindsOf(items))).toEqual(new Set(EXCEPTION_KINDS))
  expect(items).toHaveLength(total)
  expect(items.map(({ waitingSince }) => waitingSince)).toEqual(items.map((one) => one.waitingSince).toSorted())
  for (const one of items) {
    expect(one.happened).toMatch(/^[A-Z].+$/)
    expect(one.money === null).toBe(one.kind.startsWith('event_'))
  }
  const unmatched = items.find(({ kind }) => kind === 'unmatched_deposit')
  expect(unmatched).toMatchObject({
    id: made.get('unmatched_deposit')?.id,
    money: { amount: '0.000000031', unit: 'ETH' },
    happened: 'The payment address on Base Sepolia does not accept ETH.',
    business: { id: world.payer.businessId },
    proposal: null,
  })
  expect(items.find(({ kind }) => kind === 'refund_approval')?.proposal).toEqual({
    by: 'Test Person',
    what: 'refund it',
  })
})

test('filters by kind and business, and searches for addresses, ids and names', async () => {
  for (const kind of EXCEPTION_KINDS) expect(new Set(kindsOf((await list({ kind })).items))).toEqual(new Set([kind]))
  const { businessId } = world.payer
  const own = await list({ businessId })
  expect(own.items.every(({ business }) => business?.id === businessId)).toBe(true)
  expect(kindsOf(own.items).toSorted()).toEqual(
    ['proposed_recovery', 'repeated_deposit', 'reverted_deposit', 'reverted_deposit', 'unmatched_deposit'].toSorted(),
  )
  const address = made.get('unmatched_deposit')?.address ?? ''
  expect(kindsOf((await list({ search: address.toLowerCase().slice(4, 20) })).items)).toEqual(['unmatched_deposit'])
  expect((await list({ search: own.items[0]?.business?.name })).total).toBe(own.total)
  expect(await list({ search: "100%_'" })).toMatchObject({ total: 0, items: [] })
})

test('has pages, a file that goes on behind each part, and one count for the navigation and the wall', async () => {
  const before = (await list()).total
  for (let n = 0; n < 21; n++) await lostReceipt()
  const { total } = await list()
  expect(total).toBe(before + 21)
  const pages = [await list({ page: 1 }), await list({ page: 2 })].flatMap(({ items }) => items)
  const ids = (items: readonly ExceptionView[]) => items.map(({ kind, id }) => `${kind} ${id}`)
  const file = await inOperatorReading(who, (ctx) => listExceptionsAfter(ctx, { after: null }))
  expect(file.next).toBeNull()
  expect(ids(file.items)).toEqual(ids(pages))
  const third = file.items[2]
  const after = third ? { at: third.waitingSince, id: third.id } : null
  const rest = await inOperatorReading(who, (ctx) => listExceptionsAfter(ctx, { after }))
  expect(ids(rest.items)).toEqual(ids(file.items.slice(3)))
  const counted = await inOperatorReading(who, countExceptions)
  expect(counted).toEqual({ count: total, oldestAt: pages[0]?.waitingSince })
  const wall = await inOperatorReading(who, getWall)
  expect(wall.tasks).toContainEqual({ task: 'exceptions', oldestId: null, ...counted })
  await workerCtx().db.update(paymentReceipts).set({ outcome: 'IGNORED' })
  expect((await list()).total).toBeLessThan(before)
})
