import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { type AssetWorld, openAssetWorld } from '../testing/asset-world'
import { scenarios } from './model/operations'
import { newDriver, playScenario, type Tally } from './model/play-scenario'

/** In seven lives of this seed every operation is done at least once; `npm run prove` sets another. */
const RUNS = { seed: 1, ...propertyRuns(4, 210) }
const BATCHES = 12
const OPERATIONS_IN_A_BATCH = 20

const total = (tally: Tally, end: 'done' | 'refused') => [...tally.values()].reduce((sum, times) => sum + times[end], 0)

describe('whatever is done with an asset', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('ends as plain words say it does', { timeout: proofTimeout(600_000) }, async () => {
    const driver = await newDriver(world)
    const tally: Tally = new Map()
    const lives = fc.asyncProperty(scenarios(BATCHES, OPERATIONS_IN_A_BATCH), async (scenario) => {
      await playScenario(world, { driver, tally }, scenario)
    })
    await fc.assert(lives, RUNS)
    const done = total(tally, 'done')
    const operations = done + total(tally, 'refused')
    process.stdout.write(
      `${operations} operations on assets (${done} done, the others refused), each as the model said\n`,
    )
    expect(operations).toBeGreaterThanOrEqual(RUNS.numRuns * 235)
    // Lives in which nearly all is refused would show little.
    expect(done).toBeGreaterThan(operations / 4)
    expect([...tally].filter(([, times]) => times.done === 0)).toEqual([])
  })
})
