import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import type { Currency } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { ABOUT, createHolder, createPlatform, driftOf, heldBy, outcomesOf, post, unitsOf } from './holder.test-data'
import type { Leg } from './journal'
import { ledgerDrift } from './ledger-drift'
import { postJournal, postWithinBalance } from './post-journals'
import { settleHolds } from './single-holds.test-data'

openDatabase()
beforeAll(async () => {
  await createPlatform()
})

const db = () => workerCtx().db
const refusal = (words: string) => ({ cause: { message: expect.stringContaining(words) } })

test('exchanges naira for dollars in one journal, each currency zero by itself', async () => {
  const payer = await createHolder(1n)
  const { businessId } = payer
  const done = await post(businessId, [
    { currency: 'NGN', kind: 'psp.sandbox', units: -160_000n },
    { currency: 'NGN', kind: 'fx', units: 160_000n },
    { currency: 'USD', kind: 'fx', units: -1_000_000n },
    { businessId, currency: 'USD', kind: 'available', units: 1_000_000n },
  ])
  expect(done).toBe(true)
  expect(await unitsOf(payer, 'USD', 'available')).toBe(1_000_000n)
  expect(await ledgerDrift(db())).toEqual([])
})

test('journals left to the commit fail the transaction where an account does not cover them', async () => {
  const payer = await createHolder(5n)
  const { businessId } = payer
  const take = (units: bigint) =>
    inWorker(async (ctx) => {
      const legs: Leg[] = [
        { businessId, currency: 'NGN', kind: 'available', units: -units },
        { currency: 'NGN', kind: 'revenue', units },
      ]
      const journal = { ...ABOUT, id: newId(), businessId, kind: 'credit', reference: null } as const
      ctx.leaveLast(postWithinBalance(ctx.db, [{ journal, legs }]))
    })
  await expect(take(6n)).rejects.toMatchObject(refusal('does not cover'))
  expect(await unitsOf(payer, 'NGN', 'available')).toBe(5n)
  await take(5n)
  expect(await unitsOf(payer, 'NGN', 'available')).toBe(0n)
})

test('nothing is exchanged without a rate that is named', async () => {
  const { businessId } = await createHolder(1n)
  const legs: Leg[] = [
    { currency: 'NGN', kind: 'psp.sandbox', units: -160_000n },
    { currency: 'NGN', kind: 'fx.sandbox', units: 160_000n },
  ]
  const exchange = (rateId?: string) =>
    postJournal(db(), {
      journal: { ...ABOUT, id: newId(), businessId, kind: 'credit', reference: null, rateId },
      legs,
    })
  await expect(exchange()).rejects.toMatchObject(refusal('exchanges without a rate'))
  await expect(exchange(newId())).rejects.toMatchObject(refusal('foreign key'))
})

test('what came in for a reference is received once, and ends once', async () => {
  const { businessId } = await createHolder(1_000n)
  const reference = { type: 'receipt', id: newId() } as const
  const move = (kind: 'receive' | 'apply' | 'credit' | 'refund', legs: Leg[]) =>
    postJournal(db(), { journal: { ...ABOUT, id: newId(), businessId, kind, reference }, legs })
  const into: Leg[] = [
    { currency: 'NGN', kind: 'psp.sandbox', units: -100n },
    { currency: 'NGN', kind: 'suspense', units: 100n },
  ]
  expect(await move('receive', into)).toEqual({ isCovered: true })
  await expect(move('receive', into)).rejects.toMatchObject(refusal('duplicate key'))
  const out: Leg[] = [
    { currency: 'NGN', kind: 'suspense', units: -100n },
    { currency: 'NGN', kind: 'revenue', units: 130n },
    { currency: 'NGN', kind: 'revenue.proration', units: -30n },
  ]
  expect(await move('apply', out)).toEqual({ isCovered: true })
  await move('receive', into).catch(() => {})
  for (const kind of ['apply', 'credit', 'refund'] as const)
    await expect(move(kind, into)).rejects.toMatchObject(refusal('duplicate key'))
  expect(await ledgerDrift(db())).toEqual([])
})

test('two currencies do not balance each other', async () => {
  const payer = await createHolder(1n)
  const { businessId } = payer
  const attempt = post(businessId, [
    { businessId, currency: 'USD', kind: 'available', units: 500n },
    { currency: 'NGN', kind: 'fx', units: -500n },
  ])
  await expect(attempt).rejects.toMatchObject(refusal('does not sum to zero'))
  expect(await unitsOf(payer, 'USD', 'available')).toBe(0n)
})

test('money nobody is known for waits in suspense, and leaves it once', async () => {
  const owner = await createHolder(1n)
  const { businessId } = owner
  const before = await unitsOf(null, 'NGN', 'suspense')
  const reference = { type: 'deposit', id: newId() } as const
  const out = async () => {
    const posted = await postJournal(db(), {
      journal: { ...ABOUT, id: newId(), businessId, kind: 'credit', reference },
      legs: [
        { currency: 'NGN', kind: 'suspense', units: -90n },
        { businessId, currency: 'NGN', kind: 'available', units: 90n },
      ],
    })
    return posted.isCovered
  }
  if (before < 90n) expect(await out()).toBe(false)
  await post(businessId, [
    { currency: 'NGN', kind: 'psp.sandbox', units: -200n },
    { currency: 'NGN', kind: 'suspense', units: 200n },
  ])
  const all = await outcomesOf(Array.from({ length: 20 }, out))
  expect(all.filter((done) => done === true)).toHaveLength(1)
  expect(await unitsOf(null, 'NGN', 'suspense')).toBe(before + 110n)
  expect(await unitsOf(owner, 'NGN', 'available')).toBe(91n)
  // Money in suspense without a receipt is reported by the check, to the last kobo, and nothing else is.
  const nobodys = { fault: 'suspense', currency: 'NGN', driftUnits: before + 110n }
  expect(await ledgerDrift(db())).toEqual([expect.objectContaining(nobodys)])
})

test('journals that are the first of a currency, all at once, wait for each other and all end', async () => {
  const holders = await Promise.all(Array.from({ length: 8 }, () => createHolder(0n)))
  for (const round of Array(10).keys()) {
    const currency: Currency = `${70_001 + round}:0x46C85152bFe9f96829aA94755D9f915F9B10EF5F`
    const kinds = (['psp.a', 'psp.b', 'psp.c', 'psp.d', 'suspense'] as const).map((kind) => ({ currency, kind }))
    const work = Array.from({ length: 40 }, (_, index) => {
      const { businessId = '' } = holders[index % holders.length] ?? {}
      const legs: Leg[] = [
        { businessId, currency, kind: 'available', units: 5n },
        ...kinds.map((account) => ({ ...account, units: account.kind === 'suspense' ? 3n : -2n })),
      ]
      const journal = { ...ABOUT, id: newId(), businessId, kind: 'credit', reference: null } as const
      return inWorker(async ({ db: own }) => {
        const posted = await postJournal(own, { journal, legs: index % 3 === 0 ? legs : legs.toReversed() })
        // Takes as long as the other statements of a settlement.
        await own.execute(sql`select 1`)
        return posted.isCovered
      })
    })
    expect(await outcomesOf(work)).toEqual(work.map(() => true))
  }
})

test('100 journals over the same businesses and the platform, in any order of legs, all end', async () => {
  const holders = await Promise.all([createHolder(10_000n), createHolder(10_000n), createHolder(10_000n)])
  const settled = await Promise.all(
    holders.flatMap((holder) =>
      Array.from({ length: 10 }, async () => {
        const payment = heldBy(holder)
        await payment.hold(100n)
        return { businessId: holder.businessId, id: payment.id }
      }),
    ),
  )
  const endings = settled.map(({ businessId, id }) => ({
    ...ABOUT,
    businessId,
    reference: { type: 'payment', id } as const,
    units: 40n,
    to: { currency: 'NGN', kind: 'revenue.test' } as const,
  }))
  const byTens = [0, 10, 20].map((from) => endings.filter((_, index) => index % 3 === from / 10))
  const work = holders.flatMap(({ businessId }, index) =>
    Array.from({ length: 32 }, (_, round) => {
      const legs: Leg[] = [
        { businessId, currency: 'NGN', kind: 'available', units: 5n },
        { currency: 'NGN', kind: index % 2 === 0 ? 'fx' : 'psp.sandbox', units: -3n },
        { currency: 'NGN', kind: 'rounding', units: -2n },
      ]
      return post(businessId, round % 2 === 0 ? legs : legs.toReversed())
    }),
  )
  const all = await outcomesOf([
    ...work,
    ...byTens.map((batch, index) => settleHolds(db(), index === 1 ? batch.toReversed() : batch)),
    settleHolds(db(), endings.toReversed()),
  ])
  expect(all).not.toContain('refused')
  for (const holder of holders) expect(await unitsOf(holder, 'NGN', 'available')).toBe(10_000n - 400n + 160n)
  expect(await driftOf(...holders)).toEqual([])
})
