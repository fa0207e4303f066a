import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { transferLog } from './event-chain.test-data'
import { openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()
const { forgetAll, subscribe, follow, deliver, believed } = on

test('after any reorgs the destination has every event of the chain, and a notice for each one that is gone', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('mine' as const), logs: fc.nat(2) }),
    fc.record({ do: fc.constantFrom('follow' as const, 'deliver' as const), logs: fc.constant(0) }),
    // `logs`: how many of the lost logs are mined again, in another order.
    fc.record({ do: fc.constant('rebuild' as const), logs: fc.nat(6) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      await forgetAll()
      on.world.blocks.splice(1)
      const id = await subscribe()
      for (const { do: what, logs } of steps) {
        if (what === 'mine') on.world.mine(...Array.from({ length: logs }, () => transferLog(1n)))
        if (what === 'follow') await follow()
        if (what === 'deliver') await deliver()
        if (what === 'rebuild' && on.world.blocks.length > 1) {
          const depth = Math.min(on.world.blocks.length - 1, 1 + (logs % 5))
          const lost = on.world.forget(depth)
          for (let n = 0; n < depth; n++) on.world.mine(...(n === 0 ? lost.slice(0, logs).reverse() : []))
        }
      }
      on.world.mineMany(3)
      await follow()
      expect((await believed(id)).sort()).toEqual(on.world.standing().sort())
    }),
    propertyRuns(10, 160),
  )
})
