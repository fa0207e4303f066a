import { afterAll, beforeAll, describe } from 'vitest'
import { flowCases } from './flow-cases'
import { stepCases } from './step-cases'
import { createTestbed, type Testbed } from './testbed'

// Starts early: its jobs sleep and retry.
let testbed: Testbed
beforeAll(async () => {
  testbed = await createTestbed()
})
afterAll(async () => {
  await testbed?.close()
})

describe.concurrent('a job service', () => {
  stepCases(() => testbed)
  flowCases(() => testbed)
})
