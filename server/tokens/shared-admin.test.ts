import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { openTokenWorld, PLAIN, type TokenWorld } from './token-world.test-data'

const PRINCIPAL = 1_200_000_000n

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

/** A bond of the tokenAdmin that the other bonds have too, of which a holder has twelve. It can be called tomorrow. */
async function bond() {
  const terms = { annualRate: 0, couponInterval: 12, dayCount: '30_360', faceValuePerToken: 100, gracePeriod: 5 }
  const days = { firstCouponDate: await world.dayAfter(300), maturityDate: await world.dayAfter(400) }
  const yieldParams = { ...terms, ...days, callable: true, callDate: await world.dayAfter(1) }
  const { id } = await world.active({ ...PLAIN, assetClass: 'BOND', tokenType: 'YIELD_BEARING', yieldParams })
  const holder = await world.newWallet()
  await world.done(id, 'wallets', { address: holder, investorId: 'one' })
  await world.done(id, 'mint', { to: holder, amount: '12' })
  return { id, holder }
}

const script = fc.record({ payable: fc.integer({ min: 0, max: 2 }), isHeld: fc.boolean() })

test('of bonds with one tokenAdmin that are called at once, only those close whose money is there', {
  timeout: proofTimeout(240_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ payable, isHeld }) => {
      const bonds = [await bond(), await bond()]
      await world.travelTo(await world.dayAfter(1))
      await world.client.signInAgain()
      const wanted = BigInt(payable) * PRINCIPAL + PRINCIPAL / 2n
      const left = await world.paidTo(world.admin)
      if (left < wanted) await world.fund(world.admin, wanted - left)
      if (isHeld) await world.chain.holdMining()
      const answers = await Promise.all(bonds.map(({ id }) => world.ask(id, 'call')))
      if (isHeld) world.chain.resumeMining()
      for (const [n, { id }] of bonds.entries()) {
        const answer = answers[n]
        if (answer?.code === 202) await world.ended(id, answer)
        else expect(answer).toMatchObject({ code: 422, refusal: 'insufficient_funds' })
      }
      const states = await Promise.all(bonds.map(async ({ id }) => (await world.read(id)).status))
      expect(states.filter((status) => status === 'REDEEMED')).toHaveLength(payable)
      expect(states.filter((status) => status !== 'REDEEMED' && status !== 'ACTIVE')).toEqual([])
      for (const [n, { holder }] of bonds.entries())
        expect(await world.paidTo(holder)).toBe(states[n] === 'REDEEMED' ? PRINCIPAL : 0n)
    }),
    { ...propertyRuns(2, 30), endOnFailure: true },
  )
})
