import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bundleProgram } from '@/dev/bundle-programs'
import { byProof } from '@/server/testing/proof'
import { EVM } from './parse-text.test-data'

const MEGABYTES = byProof(64, 400)

test('a list of any size and any form is read in a few megabytes of memory', async () => {
  // More memory than this ends the program.
  const args = ['--max-old-space-size=40', '--max-semi-space-size=2']
  const program = await bundleProgram('server/screening/lists/parse-large.test-data.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [...args, program, String(MEGABYTES)])
  const read = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(read.map(({ name }) => name)).toEqual(['sdn', 'lines', 'oneLine', 'csv', 'oneCell', 'oneElement'])
  for (const { name, addresses, unreadable, bytes } of read) {
    expect([name, addresses, unreadable]).toEqual([name, [EVM], 0])
    expect(bytes).toBeGreaterThan(MEGABYTES * 1_024 * 1_024)
  }
})
