import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultProxy } from '@/e2e/faults/fault-proxy'
import { seededRandom } from '@/e2e/faults/random'
import { byProof } from '@/server/testing/proof'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { type EventAnvil, FATES, startEventAnvil } from './event-anvil'
import { latestEvents, openEventProduct } from './event-product'

/** `HOSTILE_ROUNDS=50 HOSTILE_SEED=7 npx vitest run e2e/faults/events/hostile-nodes.test.ts` plays others. */
const ROUNDS = Number(process.env.HOSTILE_ROUNDS ?? byProof(1, 25))
const SEED = Number(process.env.HOSTILE_SEED ?? process.env.PROPERTY_SEED ?? 2_024)
const STEPS = 18
const CONFIRMATIONS = 4
const STALLED_MS = 250

const LIMITS = [
  [-32005, 'query returned more than 10000 results. Try with this block range [0x10, 0x11].'],
  [-32602, 'Log response size exceeded. this block range should work: [0x10, 0x10]'],
  [-32000, 'eth_getLogs is limited to a 2 range'],
  [-32600, 'You can make eth_getLogs requests with up to a 2 block range'],
  [-32000, 'exceed maximum block range: 3'],
  [-32000, 'block range is too large, max is 2 blocks'],
  [-32701, 'maximum [from, to] blocks distance: 2'],
  [-32005, 'ranges over 2 blocks are not supported on freetier'],
] as const

/** The faults that a node may have during a step. */
const FAULTS: Record<string, (door: FaultProxy, draw: number) => void> = {
  'tells no logs': (door) => door.setFault('emptyLogs', { share: 0.7 }),
  'leaves a log out': (door) => door.setFault('missingLogs', { share: 0.7 }),
  'leaves logs and receipts out': (door) => {
    door.setFault('missingLogs', {})
    door.setFault('missingReceipts', {})
  },
  'has no receipts': (door) =>
    door.setFault('errors', { methods: ['eth_getBlockReceipts'], code: -32601, message: 'the method does not exist' }),
  'knows no blocks': (door) => door.setFault('nullBlocks', { share: 0.5 }),
  'is behind': (door, draw) => door.setFault('laggingHead', { blocks: 1 + (draw % 5) }),
  'limits requests': (door) => door.setFault('rateLimit', { share: 0.5 }),
  'limits ranges': (door, draw) => {
    const [code, message] = LIMITS[draw % LIMITS.length] ?? LIMITS[0]
    door.setFault('errors', { methods: ['eth_getLogs'], share: 0.5, code, message })
  },
  'breaks its answers off': (door) => door.setFault('truncated', { share: 0.5 }),
  'falls silent': (door) => {
    door.setFault('acceptThenTimeout', { methods: ['eth_getLogs', 'eth_getBlockReceipts'], share: 0.5 })
    setTimeout(() => door.clear('acceptThenTimeout'), STALLED_MS)
  },
  'is no node': (door) => door.setFault('badGateway', { share: 0.5 }),
}
const NAMES = Object.keys(FAULTS)

const world = openWebhookWorld()
let anvil: EventAnvil
beforeAll(async () => {
  anvil = await startEventAnvil({ confirmations: CONFIRMATIONS, seed: SEED })
})
afterAll(() => anvil.stop())

test.each(Array.from({ length: ROUNDS }, (_, round) => SEED + round))(
  'nodes that do whatever they like (seed %i): what was told and not taken back is what the chain holds',
  async (seed) => {
    const random = seededRandom(seed)
    const product = await openEventProduct(world.receiver, anvil.chain.cngn.address)
    await product.forgetAll()
    const all = [await product.subscribe(), await product.subscribe(1), await product.subscribe(2)]
    const [own, changing] = all
    if (!own || !changing) throw new Error('nobody subscribes')
    for (let step = 0; step < STEPS; step++) {
      for (const door of anvil.doors) {
        door.clear()
        // Each fault has its turn in every round; which node has it, and beside which one, is drawn.
        const name =
          door === anvil.doors[step % 2] ? NAMES[step % NAMES.length] : NAMES[random.between(0, NAMES.length - 1)]
        if (name !== undefined) FAULTS[name]?.(door, random.between(0, 1_000))
      }
      for (let block = random.between(0, 2); block >= 0; block--) await anvil.mine(random.between(0, 2))
      if (random.chance(0.3)) {
        await anvil.rebuild(random.between(1, CONFIRMATIONS - 1), FATES[random.between(0, 2)] ?? 'dropped')
        await anvil.mine(0)
      }
      if (random.chance(0.2)) await product.change(changing.id, { confirmations: random.between(1, CONFIRMATIONS) })
      await product.turn()
      await product.turn()
      if (random.chance(0.7)) await product.deliver()
    }
    for (const door of anvil.doors) door.clear()
    for (let block = 0; block < CONFIRMATIONS; block++) await anvil.mine(0)
    await product.read()
    await product.deliver()
    for (const { id, fromBlock } of all) {
      const canonical = await anvil.canonical(fromBlock)
      expect(canonical.length).toBeGreaterThan(STEPS)
      expect(latestEvents(product.reported(id)).sort()).toEqual(canonical.sort())
    }
    // A subscription that asks for finality gets only final events, each once and in the order of the chain.
    const reported = product.reported(own.id)
    expect(reported.map(({ id, blockHash, status }) => `${id} ${blockHash} ${status}`)).toEqual(
      (await anvil.canonical(own.fromBlock)).map((event) => `${event} success`),
    )
    expect(await product.isFinalityBroken()).toBe(false)
  },
  600_000,
)
