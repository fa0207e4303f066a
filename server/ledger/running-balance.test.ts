import fc from 'fast-check'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { JournalView } from '@/schemas/ledger/contract'
import { inOperatorReading, inTenant, type Tenant } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { getBalance } from './get-balance'
import { createHolder, createPlatform, heldBy, receive, unitsOf } from './holder.test-data'
import { listEntries } from './list-entries'
import { listJournals } from './list-journals'

const WHO = { actor: { type: 'user', id: v7(), name: 'Support' }, requestId: v7() } as const

openDatabase()
beforeAll(() => createPlatform())

async function journalsOf(tenant: Tenant): Promise<JournalView[]> {
  const read = (page: number) => inTenant(tenant, (ctx) => listJournals(ctx, { page }))
  const first = await read(1)
  const items = [...first.items]
  for (let page = 2; items.length < first.total; page += 1) items.push(...(await read(page)).items)
  return items
}

/** Micro-dollars of a decimal. */
function microsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const micros = BigInt(whole + fraction.padEnd(6, '0'))
  return text.startsWith('-') ? -micros : micros
}

const moves = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('credit' as const), micros: fc.bigInt({ min: 1n, max: 10n ** 9n }) }),
    fc.record({ act: fc.constant('hold' as const), micros: fc.bigInt({ min: 1n, max: 10n ** 8n }) }),
    fc.record({ act: fc.constant('settle' as const), micros: fc.bigInt({ min: 0n, max: 10n ** 8n }) }),
    fc.record({ act: fc.constant('release' as const), micros: fc.constant(0n) }),
  ),
  { minLength: 1, maxLength: 30 },
)

test('the balance after the newest movement is the balance, and each row changes it by its own amounts', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (given) => {
      const tenant = await createHolder(10n ** 10n, 'USD')
      const open: { held: ReturnType<typeof heldBy>; micros: bigint }[] = []
      for (const { act, micros } of given) {
        if (act === 'credit') await receive(tenant, 'USD', micros)
        if (act === 'hold') {
          const held = heldBy(tenant, 'USD')
          if (await held.hold(micros)) open.push({ held, micros })
        }
        const last = act === 'settle' || act === 'release' ? open.pop() : undefined
        if (last && act === 'settle') await last.held.settle(micros % (last.micros + 1n))
        if (last && act === 'release') await last.held.release()
      }
      const rows = await journalsOf(tenant)
      const { available, reserved } = await inTenant(tenant, getBalance)
      expect(rows[0]?.after).toEqual({ available, reserved })
      for (const [index, { after, ...moved }] of rows.entries()) {
        const before = rows[index + 1]?.after ?? { available: '0.00', reserved: '0.00' }
        for (const kind of ['available', 'reserved'] as const)
          expect(microsOf(after?.[kind] ?? '')).toBe(microsOf(before[kind]) + microsOf(moved[kind]))
      }
    }),
    propertyRuns(6, 100),
  )
})

test('a list that leaves out movements, or that is of all businesses, has no balances', async () => {
  const tenant = await createHolder(5_000_000n, 'USD')
  const credits = await inTenant(tenant, (ctx) => listJournals(ctx, { kind: 'credit', page: 1 }))
  expect(credits.items.map(({ after }) => after)).toEqual([null])
  const list = (businessId: string | null) =>
    inOperatorReading(WHO, (ctx) => listJournals({ ...ctx, businessId }, { page: 1 }))
  expect(new Set((await list(null)).items.map(({ after }) => after))).toEqual(new Set([null]))
  expect((await list(tenant.businessId)).items[0]?.after).toEqual({ available: '5.00', reserved: '0.00' })
})

test('entries of an account of the platform show its balance after each, on every page', async () => {
  const tenant = await createHolder(10n ** 9n, 'USD')
  for (let count = 0; count < 23; count += 1) {
    const held = heldBy(tenant, 'USD')
    await held.hold(1_000_000n)
    await held.settle(1_000_000n)
  }
  const read = (page: number) =>
    inOperatorReading(WHO, (ctx) => listEntries(ctx, { currency: 'USD', kind: 'revenue.test', page }))
  const items = [...(await read(1)).items, ...(await read(2)).items]
  expect(items.length).toBeGreaterThan(22)
  expect(microsOf(items[0]?.balanceAfter ?? '')).toBe(await unitsOf(null, 'USD', 'revenue.test'))
  for (const [index, { balanceAfter }] of items.slice(0, -1).entries()) {
    const before = items[index + 1]?.balanceAfter ?? ''
    expect(microsOf(balanceAfter)).toBe(microsOf(before) + microsOf(items[index]?.amount ?? ''))
  }
})
