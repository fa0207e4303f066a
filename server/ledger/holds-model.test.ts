import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import type { Currency } from '@/db/schema'
import { inWorker, type Tenant } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { ABOUT, CNGN, createHolder, createPlatform, driftOf, receive, unitsOf } from './holder.test-data'
import { hold, raiseHold, releaseHold, settleHolds } from './single-holds.test-data'

openDatabase()
beforeAll(async () => {
  await createPlatform()
})

const CURRENCIES = ['USD', 'NGN', CNGN] as const satisfies readonly Currency[]

type Step = {
  do: 'hold' | 'raise' | 'settle' | 'release'
  of: number
  units: bigint
  currency: Currency
  isLost: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('hold', 'raise', 'settle', 'release'),
  of: fc.nat({ max: 3 }),
  units: fc.bigInt({ min: 1n, max: 700n }),
  currency: fc.constantFrom(...CURRENCIES),
  /** The process dies before its database transaction commits. */
  isLost: fc.boolean(),
})

/** The expected balances and holds, by plain arithmetic without the database. */
type Model = {
  available: Map<Currency, bigint>
  charged: Map<Currency, bigint>
  holds: Map<number, { currency: Currency; units: bigint; isOpen: boolean }>
}

test('after any steps and crashes every account is what plain arithmetic says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const holder = await createHolder(1_000n, 'USD')
      for (const currency of CURRENCIES) if (currency !== 'USD') await receive(holder, currency, 1_000n)
      const ids = [newId(), newId(), newId(), newId()]
      const model: Model = {
        available: new Map(CURRENCIES.map((currency) => [currency, 1_000n])),
        charged: new Map(CURRENCIES.map((currency) => [currency, 0n])),
        holds: new Map(),
      }
      for (const each of steps) {
        await play(holder, ids[each.of] ?? '', each)
        if (!each.isLost) follow(model, each)
        await expectAsModelled(holder, model)
      }
      expect(await driftOf(holder)).toEqual([])
    }),
    propertyRuns(8, 100),
  )
})

async function play(holder: Tenant, id: string, each: Step): Promise<void> {
  const about = { ...ABOUT, businessId: holder.businessId, reference: { type: 'payment', id } as const }
  const { currency, units } = each
  const to = { businessId: holder.businessId, currency, kind: 'gas' } as const
  const verbs = {
    hold: (db: Database) => hold(db, { ...about, currency, units }),
    raise: (db: Database) => raiseHold(db, { ...about, currency, units }),
    settle: (db: Database) => settleHolds(db, [{ ...about, units, to }]),
    release: (db: Database) => releaseHold(db, { ...about, currency }),
  }
  // A second hold for one reference throws; the other verbs return.
  await inWorker(async ({ db }) => {
    await verbs[each.do](db)
    if (each.isLost) throw new Error('lost')
  }).catch(() => {})
}

function follow({ available, charged, holds }: Model, { do: verb, of, units, currency }: Step): void {
  const own = holds.get(of)
  const free = available.get(currency) ?? 0n
  if (verb === 'hold') {
    if (own || free < units) return
    available.set(currency, free - units)
    holds.set(of, { currency, units, isOpen: true })
    return
  }
  if (!own?.isOpen || own.currency !== currency) return
  if (verb === 'raise') {
    if (units <= own.units || free < units - own.units) return
    available.set(currency, free - (units - own.units))
    holds.set(of, { ...own, units })
    return
  }
  const charge = verb === 'release' ? 0n : units < own.units ? units : own.units
  available.set(currency, free + own.units - charge)
  charged.set(currency, (charged.get(currency) ?? 0n) + charge)
  holds.set(of, { ...own, units: 0n, isOpen: false })
}

async function expectAsModelled(holder: Tenant, model: Model): Promise<void> {
  for (const currency of CURRENCIES) {
    const open = [...model.holds.values()].filter((each) => each.isOpen && each.currency === currency)
    const expected = {
      available: model.available.get(currency),
      reserved: open.reduce((sum, { units }) => sum + units, 0n),
      gas: model.charged.get(currency),
    }
    const actual = {
      available: await unitsOf(holder, currency, 'available'),
      reserved: await unitsOf(holder, currency, 'reserved'),
      gas: await unitsOf(holder, currency, 'gas'),
    }
    expect({ currency, ...actual }).toEqual({ currency, ...expected })
  }
}
