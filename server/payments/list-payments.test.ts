import { expect, test } from 'vitest'
import { inOperatorReading, inTenantReading } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { listPayments, listPaymentsAfter } from './list-payments'
import { listAllPayments } from './operator/list-all-payments'
import { createPayer, openTopUp } from './payment-world.test-data'

openDatabase()

const OPENED = {
  first: '2026-11-20T23:59:59.999Z',
  second: '2026-11-21T00:00:00.000Z',
  third: '2026-11-21T14:30:00.000Z',
  last: '2026-11-22T00:00:00.000Z',
} as const
const PAGE = 3
type Name = keyof typeof OPENED
type Period = { from?: string; to?: string }

/** A project with these payments, and a function that returns their names for ids. */
async function createList() {
  const payer = await createPayer()
  const names = new Map<string, Name>()
  for (const name of Object.keys(OPENED) as Name[]) {
    const { paymentId } = await openTopUp(payer, { now: new Date(OPENED[name]) })
    names.set(paymentId, name)
  }
  const namesOf = (items: readonly { id: string }[]) => items.map(({ id }) => names.get(id))
  return { payer, namesOf }
}

const PERIODS: [Period, Name[]][] = [
  [{}, ['last', 'third', 'second', 'first']],
  [{ from: '2026-11-21' }, ['last', 'third', 'second']],
  [{ to: '2026-11-21' }, ['third', 'second', 'first']],
  [{ from: '2026-11-21', to: '2026-11-21' }, ['third', 'second']],
  [{ from: '2026-11-20T23:59Z', to: '2026-11-21T14:30Z' }, ['second', 'first']],
  [{ from: '2026-11-21T14:30Z' }, ['last', 'third']],
  [{ from: '2026-11-23', to: '2026-11-24' }, []],
  [{ from: '2026-11-22', to: '2026-11-21' }, []],
]

test('a period narrows the list of a project, its total and its file', async () => {
  const { payer, namesOf } = await createList()
  for (const [period, expected] of PERIODS) {
    const label = JSON.stringify(period)
    const found = await inTenantReading(payer, (own) =>
      listPayments({ ...own, projectId: payer.projectId }, { page: 1, pageSize: PAGE, ...period }),
    )
    expect(found.total, label).toBe(expected.length)
    expect(namesOf(found.items), label).toEqual(expected.slice(0, PAGE))
    const file = await inTenantReading(payer, (own) =>
      listPaymentsAfter({ ...own, projectId: payer.projectId }, { after: null, ...period }),
    )
    expect(namesOf(file.items), label).toEqual(expected)
  }
})

test('a period narrows the list of the operator and its total', async () => {
  const { payer, namesOf } = await createList()
  const actor = { type: 'user', id: 'operator', name: 'Operator' } as const
  for (const [period, expected] of PERIODS) {
    const label = JSON.stringify(period)
    const filter = { businessId: payer.businessId, page: 1, ...period }
    const found = await inOperatorReading({ actor, requestId: 'test' }, (ctx) => listAllPayments(ctx, filter))
    expect(found.total, label).toBe(expected.length)
    expect(namesOf(found.items), label).toEqual(expected)
  }
})
