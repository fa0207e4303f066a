import { afterAll, beforeAll, describe } from 'vitest'
import { flowCases } from './flow-cases'
import { stepCases } from './step-cases'
import { createTestbed, type Testbed } from './testbed'

// Starts early: its jobs sleep and retry.
let bed: Testbed
beforeAll(async () => {
  bed = await createTestbed()
})
afterAll(async () => {
  await bed?.close()
})

describe.concurrent('a job service', () => {
  stepCases(() => bed)
  flowCases(() => bed)
})
