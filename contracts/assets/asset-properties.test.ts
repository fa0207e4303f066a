import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/property-runs'
import { type AssetWorld, openAssetWorld } from './asset-world'
import { scenarios } from './model/operations'
import { newDriver, playScenario } from './model/play-scenario'

const LIVES = 21
const BATCHES = 12
const OPERATIONS_IN_A_BATCH = 20

describe('whatever is done with an asset', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('ends as plain words say it does', { timeout: 600_000 }, async () => {
    const driver = await newDriver(world)
    let operations = 0
    const lives = fc.asyncProperty(scenarios(BATCHES, OPERATIONS_IN_A_BATCH), async (scenario) => {
      operations += await playScenario(world, driver, scenario)
    })
    await fc.assert(lives, propertyRuns(LIVES))
    process.stdout.write(`${operations} operations on assets, each as the model said\n`)
    expect(operations).toBeGreaterThanOrEqual(5_000)
  })
})
