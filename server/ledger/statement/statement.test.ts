import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { ledgerEntries, ledgerJournals } from '@/db/schema'
import type { StatementPeriod, StatementRow } from '@/schemas/ledger/statement/contract'
import { inTenantReading, inWorker, type Tenant } from '@/server/ctx'
import { createPlatform, heldBy, receive } from '@/server/ledger/holder.test-data'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { getStatement } from './get-statement'
import { listStatementLines } from './list-statement-lines'
import { statementCsv } from './statement-csv'

openDatabase()
beforeAll(() => createPlatform())

const dayOf = (n: number) => `2026-01-${String(n).padStart(2, '0')}`
function microsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

type Movement = { day: number; micros: bigint; reason?: string }

/** Money that came, or with a minus was taken, on days of a past month. */
function move({ businessId }: Tenant, movements: readonly Movement[]): Promise<void> {
  return inWorker(async ({ db }) => {
    const own = { businessId, kind: 'credit', createdBy: 'test' } as const
    const rows = movements.map((movement) => ({ ...movement, id: newId() }))
    await db.insert(ledgerJournals).values(
      rows.map(({ id, day, reason = 'For a test' }, n) => ({
        ...{ ...own, id, reason },
        createdAt: new Date(Date.parse(`${dayOf(day)}T00:00:00Z`) + (n % 3) * 43_199_999),
      })),
    )
    await db.insert(ledgerEntries).values(
      rows.flatMap(({ id, micros }) => {
        const leg = { journalId: id, currency: 'USD' } as const
        return [
          { ...leg, businessId, kind: 'available' as const, amountUnits: micros },
          { ...leg, businessId: PLATFORM_BUSINESS_ID, kind: 'psp.sandbox' as const, amountUnits: -micros },
        ]
      }),
    )
  })
}

async function pagesOf(tenant: Tenant, period: StatementPeriod) {
  const read = (page: number) => inTenantReading(tenant, (ctx) => getStatement(ctx, { ...period, page }))
  const first = await read(1)
  const lines: StatementRow[] = [...first.lines.items]
  for (let page = 2; lines.length < first.lines.total; page += 1) lines.push(...(await read(page)).lines.items)
  return { ...first, all: lines }
}

async function csvOf(tenant: Tenant, period: StatementPeriod): Promise<string[][]> {
  const read = inTenantReading(tenant, async (ctx) => {
    let text = ''
    for await (const rows of statementCsv(period, (part) => listStatementLines(ctx, part))) text += rows
    return text
  })
  return (await read)
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))
}

test('what there was and what moved make what there is, for any period; the file and the pages say the same', async () => {
  const movement = fc.record({ day: fc.integer({ min: 1, max: 9 }), micros: fc.bigInt({ min: 1n, max: 10n ** 12n }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 45 }),
      fc.integer({ min: 1, max: 10 }),
      fc.nat({ max: 4 }),
      async (movements, first, length) => {
        const tenant = await createTenant()
        await move(tenant, movements)
        const last = first + length
        const period = { from: dayOf(first), to: dayOf(last) }
        const { opening, closing, all } = await pagesOf(tenant, period)
        const sum = (rows: readonly Movement[]) => rows.reduce((total, { micros }) => total + micros, 0n)
        expect(microsOf(opening.available)).toBe(sum(movements.filter(({ day }) => day < first)))
        expect(microsOf(closing.available)).toBe(sum(movements.filter(({ day }) => day <= last)))
        const moved = all.reduce((total, { available }) => total + microsOf(available), 0n)
        expect(microsOf(opening.available) + moved).toBe(microsOf(closing.available))
        let after = microsOf(opening.available)
        for (const line of all) {
          after += microsOf(line.available)
          expect(microsOf(line.after.available)).toBe(after)
        }
        expect(all.at(-1)?.after ?? opening).toEqual(closing)
        const [, head, ...rows] = await csvOf(tenant, period)
        const foot = rows.pop()
        expect([head?.[1], head?.[6], foot?.[1], foot?.[6]]).toEqual([
          ...['opening', opening.available],
          ...['closing', closing.available],
        ])
        expect(rows.map((row) => row.at(-1))).toEqual(all.map(({ id }) => id))
        expect(rows.map((row) => row[4])).toEqual(all.map(({ available }) => available))
        expect(rows.map((row) => row[6])).toEqual(all.map((line) => line.after.available))
      },
    ),
    propertyRuns(8, 100),
  )
})

const today = () => new Date().toISOString().slice(0, 10)

test('what is held is a line of its own account', async () => {
  const tenant = await createTenant()
  const from = today()
  await receive(tenant, 'USD', 5_000_000n)
  const held = heldBy(tenant, 'USD')
  await held.hold(2_000_000n)
  await held.settle(500_000n)
  const { opening, closing, all } = await pagesOf(tenant, { from, to: today() })
  expect(opening).toEqual({ available: '0.00', reserved: '0.00' })
  expect(closing).toEqual({ available: '4.50', reserved: '0.00' })
  expect(all.map(({ kind, available, reserved }) => [kind, available, reserved])).toEqual([
    ['credit', '5.00', '0.00'],
    ['hold', '-2.00', '2.00'],
    ['settle', '1.50', '-2.00'],
  ])
  expect(all.map(({ after }) => [after.available, after.reserved])).toEqual([
    ['5.00', '0.00'],
    ['3.00', '2.00'],
    ['4.50', '0.00'],
  ])
  expect(all[1]?.reference).toEqual({ type: 'payment', id: held.id, name: held.id, about: null })
})

test('a file longer than its parts is whole, and no reason runs in a spreadsheet', async () => {
  const tenant = await createTenant()
  const reason = '=HYPERLINK("http://evil.test")'
  await move(
    tenant,
    Array.from({ length: 2_003 }, () => ({ day: 2, micros: 1n, reason })),
  )
  const rows = await csvOf(tenant, { from: dayOf(1), to: dayOf(3) })
  expect(rows).toHaveLength(2_003 + 3)
  expect(rows.at(-1)?.[6]).toBe('0.002003')
  expect(rows[2]?.[9]).toBe(`"'=HYPERLINK(""http://evil.test"")"`)
})

test('nothing of another business stands in it', async () => {
  const [tenant, other] = [await createTenant(), await createTenant()]
  await move(other, [{ day: 2, micros: 7n }])
  const { closing, all } = await pagesOf(tenant, { from: dayOf(1), to: dayOf(3) })
  expect([closing.available, all]).toEqual(['0.00', []])
})
