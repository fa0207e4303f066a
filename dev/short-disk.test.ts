import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleProgram } from './bundle-programs'
import { shortDisk } from './short-disk'

// Processes of their own take seconds to begin on a busy machine.
/** A file system that never has room. */
const WITHOUT_ROOM = '/sys'

test('a disk with room is nothing to speak of, whether the folder is there yet or not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-disk-'))
  expect(shortDisk(folder)).toBeNull()
  expect(shortDisk(join(folder, 'not', 'yet'))).toBeNull()
  rmSync(folder, { recursive: true })
})

test.skipIf(!existsSync(WITHOUT_ROOM))('a start that dies on a full disk says so last, in plain words', async () => {
  const home = join(WITHOUT_ROOM, 'slipway')
  const { status, stderr } = spawnSync(process.execPath, [await bundleProgram('dev/start.ts')], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, SLIPWAY_HOME: home },
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(status).toBe(1)
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    `The disk of ${WITHOUT_ROOM} has 0 MB left, and the stack needs 64: free some space, then start it again.`,
  )
})
