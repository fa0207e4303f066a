import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerEntries } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { raiseGas, settleGas } from '@/server/engine/gas-holds'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { accept, balanceOf, createPayer, credit, type Payer } from './ledger.test-data'
import { ledgerDrift } from './ledger-drift'

openDatabase()

const db = () => workerCtx().db
const drift = async ({ businessId }: Payer) =>
  (await ledgerDrift(db())).filter((fault) => fault.businessId === businessId)
async function raise({ businessId }: Payer, wanted: readonly { id: string; micros: bigint }[]) {
  const raises = wanted.map(({ id: transactionId, micros: toMicros }) => ({ businessId, transactionId, toMicros }))
  const raised = await raiseGas(db(), raises)
  for (const [position, { toMicros }] of raises.entries()) {
    const outcome = raised[position]
    if (!outcome?.isCovered) expect(outcome?.availableMicros).toBeLessThan(toMicros)
  }
}
const settle = ({ businessId }: Payer, transactionId: string, chargeMicros: bigint) =>
  settleGas(db(), [{ businessId, transactionId, chargeMicros }])

type Step =
  | { do: 'credit'; micros: bigint }
  | { do: 'accept'; micros: bigint }
  | { do: 'raise'; all: { of: number; micros: bigint }[] }
  | { do: 'settle'; of: number; micros: bigint }

const micros = fc.bigInt({ min: 1n, max: 1_000n })
const anyOf = fc.nat({ max: 30 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('credit' as const), micros }),
  fc.record({ do: fc.constant('accept' as const), micros }),
  fc.record({
    do: fc.constant('raise' as const),
    all: fc.array(fc.record({ of: anyOf, micros }), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ do: fc.constant('settle' as const), of: anyOf, micros: fc.bigInt({ min: 0n, max: 1_500n }) }),
)

test('whatever runs side by side, every journal is zero, nothing is negative and nothing drifts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
      async (rounds) => {
        const payer = await createPayer(2_000n)
        const ids: string[] = []
        // The steps of a round run at once; those of the next see what they left.
        for (const round of rounds) await Promise.all(round.map((each) => run(payer, ids, each)))
        expect(await drift(payer)).toEqual([])
        const entries = await db().select().from(ledgerEntries).where(eq(ledgerEntries.businessId, payer.businessId))
        expect(entries.reduce((sum, { amountUnits }) => sum + amountUnits, 0n)).toBe(0n)
        const { available, reserved } = await balanceOf(payer)
        expect(`${available} ${reserved}`).not.toContain('-')
      },
    ),
    propertyRuns(10, 200),
  )
})

async function run(payer: Payer, ids: string[], each: Step): Promise<void> {
  if (each.do === 'credit') return void (await credit(payer, each.micros))
  if (each.do === 'accept') {
    const outcome = await accept(payer, each.micros).catch((error: unknown) => error)
    if (typeof outcome === 'string') return void ids.push(outcome)
    return expect(outcome).toMatchObject({ code: 'payment_required' })
  }
  const one = (of: number) => ids[of % Math.max(ids.length, 1)] ?? ''
  if (ids.length === 0) return
  if (each.do === 'raise')
    return await raise(
      payer,
      each.all.map(({ of, micros }) => ({ id: one(of), micros })),
    )
  await settle(payer, one(each.of), each.micros)
}
