import { getHeapSpaceStatistics } from 'node:v8'
import { afterEach, expect, it, vi } from 'vitest'
import { collectWhenIdle } from './collect-when-idle'

const MEGABYTE = 2 ** 20

const kept: number[][] = []
const keepArrays = (megabytes: number) => {
  for (let count = 0; count < megabytes; count += 1) kept.push(new Array<number>(MEGABYTE / 8).fill(0.5))
}
const largeMegabytes = () => {
  const large = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'large_object_space')
  return (large?.space_used_size ?? 0) / MEGABYTE
}

let stop = () => {}
afterEach(() => {
  stop()
  vi.useRealTimers()
  kept.length = 0
})

it('an idle process gives up what it no longer uses', async () => {
  const before = largeMegabytes()
  keepArrays(100)
  // The newest ones are in the space of young objects.
  expect(largeMegabytes() - before).toBeGreaterThan(50)
  kept.length = 0
  stop = collectWhenIdle({ checkMs: 20 })
  await expect.poll(() => largeMegabytes() - before).toBeLessThan(10)
  expect('gc' in globalThis).toBe(false)
})

/** One check a second of a process that takes these shares of a core between them. */
function checksOf(options: { idleChecks?: number; collect: () => void }) {
  vi.useFakeTimers()
  const usage = { atMs: 0, cpuMs: 0 }
  stop = collectWhenIdle({ ...options, checkMs: 1_000, readUsage: () => ({ ...usage }) })
  return (count: number, share: number) => {
    for (let n = 0; n < count; n += 1) {
      usage.atMs += 1_000
      usage.cpuMs += 1_000 * share
      vi.advanceTimersByTime(1_000)
    }
  }
}

it('a busy process collects once it is idle, and no earlier', () => {
  const collect = vi.fn()
  keepArrays(100)
  const check = checksOf({ collect })
  check(100, 0.3)
  check(11, 0.05)
  expect(collect).not.toHaveBeenCalled()
  check(30, 0.05)
  expect(collect).toHaveBeenCalledTimes(1)
})

it('a pause shorter than a minute is not worth a collection, and what is busy again starts over', () => {
  const collect = vi.fn()
  keepArrays(100)
  const check = checksOf({ idleChecks: 10, collect })
  for (let pause = 0; pause < 3; pause += 1) {
    check(9, 0.02)
    check(1, 0.2)
  }
  expect(collect).not.toHaveBeenCalled()
  check(10, 0.02)
  expect(collect).toHaveBeenCalledTimes(1)
})

it('a process that waits for a core, beside others that are busy, is idle', async () => {
  const collect = vi.fn()
  keepArrays(100)
  const asleep = new Int32Array(new SharedArrayBuffer(4))
  // Holds up its loop for most of the time and computes nothing, as the system does that runs others meanwhile.
  const held = setInterval(() => Atomics.wait(asleep, 0, 0, 30), 10)
  stop = collectWhenIdle({ checkMs: 20, idleChecks: 5, collect })
  await expect.poll(() => collect.mock.calls.length, { timeout: 5_000 }).toBe(1)
  clearInterval(held)
})
