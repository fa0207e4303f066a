import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneOfEachClass } from '@/server/testing/proof'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { type EventAnvil, type Fate, startEventAnvil } from './event-anvil'
import { type EventProduct, latestEvents, openEventProduct } from './event-product'

const CONFIRMATIONS = 4

const world = openWebhookWorld()
let anvil: EventAnvil
let product: EventProduct
beforeAll(async () => {
  anvil = await startEventAnvil({ confirmations: CONFIRMATIONS, seed: 1 })
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  product = await openEventProduct(world.receiver, anvil.chain.cngn.address)
  await product.forgetAll()
})

type Case = { depth: number; fate: Fate; isEmpty?: boolean; again?: number }

const cases: Case[] = [
  ...[1, 2, 3, 4, 5].flatMap((depth) => [
    { depth, fate: 'dropped' as const },
    { depth, fate: 'in another order' as const },
  ]),
  ...[2, 3, 5].map((depth) => ({ depth, fate: 'in a later block' as const })),
  { depth: 3, fate: 'dropped', isEmpty: true },
  ...[1, 2, 3].map((again) => ({ depth: 3, fate: 'in another order' as const, again })),
]

/**
 * Cases of one class take one path through the product: the depth within the rule, or beyond it, changes only the
 * number of repetitions.
 */
const classOf = ({ depth, fate, isEmpty, again }: Case) =>
  `${fate}, ${depth >= CONFIRMATIONS ? 'too deep' : 'not too deep'}, ${isEmpty ? 'empty' : ''}, ${again ? 'twice' : 'once'}`

test.each(oneOfEachClass(cases, classOf))(
  '%j: what was told and not taken back is what the chain holds',
  async ({ depth, fate, isEmpty, again }) => {
    const [own, one, two] = [await product.subscribe(), await product.subscribe(1), await product.subscribe(2)]
    const all = [own, one, two]
    for (let block = 0; block < 6; block++) await anvil.mine(isEmpty ? 0 : 1 + (block % 2))
    await product.read()
    await product.deliver()
    await anvil.rebuild(depth, fate)
    if (again !== undefined) {
      // The chain changes again while the follower deals with the change before.
      await anvil.mine(0)
      await product.turn()
      await anvil.rebuild(again, 'in a later block')
    }
    await anvil.mine(1)
    await product.read()
    await product.deliver()
    for (let block = 0; block < CONFIRMATIONS; block++) await anvil.mine(0)
    await product.read()
    await product.deliver()
    for (const { id, fromBlock } of all) {
      const canonical = await anvil.canonical(fromBlock)
      expect(canonical).not.toEqual([])
      expect(latestEvents(product.reported(id)).sort()).toEqual(canonical.sort())
    }
    // A reorg no deeper than the chain's own rule never reaches a subscription that follows this rule.
    const isBroken = depth >= CONFIRMATIONS
    if (!isBroken) {
      const reported = product.reported(own.id)
      expect(reported.filter(({ status }) => status === 'reverted')).toEqual([])
      expect(new Set(reported.map(({ id }) => id)).size).toBe(reported.length)
    }
    expect(await product.isFinalityBroken()).toBe(isBroken)
  },
)
