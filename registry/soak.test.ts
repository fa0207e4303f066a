import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bundleProgram } from '@/dev/bundle-programs'
import { openDatabase } from '@/server/testing/open-database'
import { byProof, proofTimeout } from '@/server/testing/proof'
import { testEnvironment } from '@/server/testing/test-database'

// Starts early: one program runs in it for half a minute.
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
const report = z.object({ operations: used, procedures: used })

/** How many calls a round has at least, and the MiB that they send. */
const SUBJECTS = [
  { subject: 'operations', name: 'every operation of /v1', calls: 400, mib: 15 },
  { subject: 'procedures', name: 'procedures of the portal', calls: byProof(120, 800), mib: byProof(8, 50) },
] as const

let reported: z.output<typeof report>
beforeAll(async () => {
  const args = ['--expose-gc', await bundleProgram('registry/soak.test-data.ts'), '2', String(ROUNDS)]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...testEnvironment(database.url) },
  })
  reported = report.parse(JSON.parse(stdout))
}, proofTimeout(360_000))

test.each(SUBJECTS.map((least) => [least.name, least] as const))(
  'hostile and valid inputs of %s, each unlike any before, leave no memory behind',
  (_name, least) => {
    const { before, after, calls, bytes, faults } = reported[least.subject]
    expect(faults).toBe(0)
    expect(calls).toBeGreaterThan(least.calls * ROUNDS)
    // The responses are many times as large as the memory that may stay in use, so a text that is kept would show.
    expect(bytes / MIB).toBeGreaterThan(least.mib * ROUNDS)
    expect((after - before) / MIB).toBeLessThan(byProof(12, 24))
  },
)
