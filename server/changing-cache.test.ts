import { afterEach, expect, test, vi } from 'vitest'
import { cached, forgetCaches } from './changing-cache'

afterEach(() => void vi.useRealTimers())

/** A cache that counts how often it loads each key. */
function counting(name: string) {
  const loads = new Map<string, number>()
  const read = cached(name, async (key) => {
    loads.set(key, (loads.get(key) ?? 0) + 1)
    if (key === 'missing') throw new Error('not there')
    return key
  })
  return { read, loads }
}

test('callers at once share one load, and a failed one is not kept', async () => {
  const { read, loads } = counting('shared')
  await Promise.all([read('key'), read('key')])
  await expect(read('missing')).rejects.toThrow('not there')
  await expect(read('missing')).rejects.toThrow('not there')
  expect(Object.fromEntries(loads)).toEqual({ key: 1, missing: 2 })
})

test('an entry is loaded again after ten seconds, and after a change', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { read, loads } = counting('aging')
  await read('key')
  vi.setSystemTime(Date.now() + 9_999)
  await read('key')
  expect(loads.get('key')).toBe(1)
  vi.setSystemTime(Date.now() + 2)
  await read('key')
  forgetCaches()
  await read('key')
  expect(loads.get('key')).toBe(3)
})

test('a flood of unknown keys leaves the entries in use', async () => {
  const { read, loads } = counting('flooded')
  for (let n = 0; n < 12_000; n += 1) {
    void read(`stranger ${n}`)
    if (n % 1_000 === 0) await read('key')
  }
  expect(loads.get('key')).toBe(1)
})
