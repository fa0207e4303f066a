import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bundleProgram } from '@/dev/bundle-programs'
import { type FailureMode, startBadReceivers } from '@/dev/testing/bad-receivers'
import { testEnvironment } from '@/server/testing/test-database'

const MIB = 1_024 * 1_024
const WAYS: FailureMode[] = ['sends50MB', 'dripsItsBody', 'neverEndsItsHead', 'hangs', 'breaksOff', 'breaksOffItsBody']
const used = z.object({ before: z.number(), peak: z.number(), after: z.number() })

test('deliveries to receivers that send without end take no memory worth the word, and leave none behind', async () => {
  const bad = await startBadReceivers()
  const args = ['--expose-gc', await bundleProgram('server/webhooks/post-many.test-data.ts')]
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...WAYS.map((way) => bad.url(way))], {
    env: { ...process.env, ...testEnvironment('postgres://nowhere/none') },
  })
  await bad.close()
  const { before, peak, after } = used.parse(JSON.parse(stdout))
  // 240 deliveries, 40 of them of 50 MB, 20 at once.
  expect((after - before) / MIB).toBeLessThan(8)
  expect((peak - before) / MIB).toBeLessThan(100)
})
