import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { inTenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { ABOUT, createHolder, createPlatform, driftOf, heldBy, unitsOf } from './holder.test-data'
import { toRow } from './journal'
import { postJournal } from './post-journals'
import { releaseHold } from './single-holds.test-data'

openDatabase()
beforeAll(async () => {
  await createPlatform()
})

const db = () => workerCtx().db
const refusal = (words: string) => ({ cause: { message: expect.stringContaining(words) } })
const FORBIDDEN = { cause: { code: '42501' } }

/** Statements of an attacker with the tenant role. */
const journalRow = (businessId: string, kind: 'credit' | 'hold' | 'settle', id = newId()) =>
  JSON.stringify([toRow({ ...ABOUT, id, businessId, kind, reference: { type: 'payment', id: newId() } })])

test.each([
  ['credit', 'available', 'funding'],
  ['hold', 'available', 'funding'],
  ['settle', 'available', 'reserved'],
] as const)('a request cannot write a %s that puts money into %s from %s', async (kind, into, from) => {
  const thief = await createHolder(1_000n)
  const { businessId } = thief
  await heldBy(thief).hold(400n)
  const journalId = newId()
  const legs = JSON.stringify([
    { journalId, businessId, currency: 'NGN', kind: into, units: '100' },
    { journalId, businessId, currency: 'NGN', kind: from, units: '-100' },
  ])
  const attempt = inTenant(thief, ({ db: own }) =>
    own.execute(sql`select post_journals(${journalRow(businessId, kind, journalId)}::jsonb, ${legs}::jsonb)`),
  )
  await expect(attempt).rejects.toMatchObject(FORBIDDEN)
  expect(await unitsOf(thief, 'NGN', 'available')).toBe(600n)
  expect(await driftOf(thief)).toEqual([])
})

test('a request can end no hold', async () => {
  const thief = await createHolder(1_000n)
  const payment = heldBy(thief)
  await payment.hold(400n)
  const about = { ...ABOUT, businessId: thief.businessId, reference: { type: 'payment', id: payment.id } as const }
  await expect(inTenant(thief, (ctx) => releaseHold(ctx.db, { ...about, currency: 'NGN' }))).rejects.toMatchObject(
    FORBIDDEN,
  )
  expect(await unitsOf(thief, 'NGN', 'reserved')).toBe(400n)
})

test('not even the worker gives back more than is held, or charges less than nothing', async () => {
  const holder = await createHolder(1_000n)
  const [small, large] = [heldBy(holder), heldBy(holder)]
  await small.hold(100n)
  await large.hold(500n)
  const { businessId } = holder
  const reference = { type: 'payment', id: small.id } as const
  const give = (units: bigint) =>
    postJournal(db(), {
      journal: { ...ABOUT, id: newId(), businessId, kind: 'settle', reference },
      legs: [
        { businessId, currency: 'NGN', kind: 'reserved', units: -units },
        { businessId, currency: 'NGN', kind: 'available', units },
      ],
    })
  await expect(give(101n)).rejects.toMatchObject(refusal('gives back more than is held'))
  const negative = {
    ...toRow({ ...ABOUT, id: newId(), businessId, kind: 'settle', reference }),
    currency: 'NGN',
    chargeUnits: '-50',
    toBusinessId: businessId,
    toKind: 'gas',
  }
  await db().execute(sql`select * from end_holds(${JSON.stringify([negative])}::jsonb)`)
  expect(await unitsOf(holder, 'NGN', 'available')).toBe(500n)
  expect(await unitsOf(holder, 'NGN', 'reserved')).toBe(500n)
  expect(await driftOf(holder)).toEqual([])
})

test('an account of no known currency or kind is not opened', async () => {
  const { businessId } = await createTenant()
  const open = (currency: string, kind: string) =>
    db().execute(
      sql`insert into ledger_accounts (business_id, currency, kind) values (${businessId}, ${currency}, ${kind})`,
    )
  for (const currency of ['EUR', 'usd', '', '8453', ':0x1', '0:0x1'])
    await expect(open(currency, 'available')).rejects.toThrow()
  for (const kind of ['Available', 'savings', 'available.x', 'psp.', 'pspx'])
    await expect(open('USD', kind)).rejects.toThrow()
})
