import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseRoot, isThrowaway, makeThrowawayFolder } from './throwaway-folder'

const GIB = 2 ** 30
const tmpfs = { type: 0x01021994, freeBytes: 4 * GIB }

test('a throwaway folder lies in memory only where there is plenty', () => {
  expect(chooseRoot({ memory: tmpfs, availableBytes: 8 * GIB })).toBe('/dev/shm')
  expect(chooseRoot({ memory: tmpfs, availableBytes: 8 * GIB - 1 })).toBe(tmpdir())
  expect(chooseRoot({ memory: { ...tmpfs, freeBytes: 4 * GIB - 1 }, availableBytes: 8 * GIB })).toBe(tmpdir())
  // A container whose folder of that name is on a disk.
  expect(chooseRoot({ memory: { ...tmpfs, type: 0xef53 }, availableBytes: 8 * GIB })).toBe(tmpdir())
  expect(chooseRoot({ memory: null, availableBytes: 8 * GIB })).toBe(tmpdir())
})

test('it is made new each time, and known as one', () => {
  const [one, other] = [makeThrowawayFolder('slipway-probe-'), makeThrowawayFolder('slipway-probe-')]
  try {
    expect(one).not.toBe(other)
    expect(existsSync(one)).toBe(true)
    expect(isThrowaway(one)).toBe(true)
    expect(isThrowaway(join(one, 'inside'))).toBe(true)
    expect(isThrowaway(process.cwd())).toBe(process.cwd().startsWith(tmpdir()))
    expect(isThrowaway('/dev/shm')).toBe(false)
  } finally {
    for (const folder of [one, other]) rmSync(folder, { recursive: true })
  }
})
