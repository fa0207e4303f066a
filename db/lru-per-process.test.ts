import { afterEach, expect, test, vi } from 'vitest'
import { lruPerProcess } from './lru-per-process'
import { resetProcessState } from './once-per-process'

afterEach(() => {
  vi.useRealTimers()
  resetProcessState()
})

test('drops what was used longest ago beyond its bound', () => {
  const cache = () => lruPerProcess<number>('test-lru', { max: 2 })
  cache().set('a', 1).set('b', 2)
  expect(cache().get('a')).toBe(1)
  cache().set('c', 3)
  expect([cache().get('a'), cache().get('b'), cache().get('c')]).toEqual([1, undefined, 3])
})

test('forgets an entry by its age, and everything with the process', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const cache = () => lruPerProcess<number>('test-lru-age', { max: 2, maxAgeMs: 1_000 })
  cache().set('a', 1)
  vi.setSystemTime(1_001_000)
  expect(cache().get('a')).toBe(1)
  vi.setSystemTime(1_001_001)
  expect(cache().has('a')).toBe(false)
  cache().set('b', 2)
  resetProcessState()
  expect(cache().size).toBe(0)
})
