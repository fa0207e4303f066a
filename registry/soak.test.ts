import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bundleProgram } from '@/dev/bundle-programs'
import { openDatabase } from '@/server/testing/open-database'
import { byProof, proofTimeout } from '@/server/testing/proof'
import { testEnvironment } from '@/server/testing/test-database'

const database = openDatabase()
const MIB = 1_024 * 1_024
const ROUNDS = byProof(3, 40)
const used = z.object({
  before: z.number(),
  after: z.number(),
  calls: z.number(),
  bytes: z.number(),
  faults: z.number(),
})

test('hostile inputs of every operation, each unlike any before, leave no memory behind', {
  timeout: proofTimeout(180_000),
}, async () => {
  const args = ['--expose-gc', await bundleProgram('registry/soak.test-data.ts'), '2', String(ROUNDS)]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...testEnvironment(database.url) },
  })
  const { before, after, calls, bytes, faults } = used.parse(JSON.parse(stdout))
  expect(faults).toBe(0)
  expect(calls).toBeGreaterThan(400 * ROUNDS)
  // The responses are many times as large as the memory that may stay in use, so a text that is kept would show.
  expect(bytes / MIB).toBeGreaterThan(15 * ROUNDS)
  expect((after - before) / MIB).toBeLessThan(byProof(12, 24))
})
