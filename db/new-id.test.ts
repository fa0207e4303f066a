import { validate, version } from 'uuid'
import { expect, test, vi } from 'vitest'
import { newId } from './new-id'
import { resetProcessState } from './once-per-process'

test('ids are UUIDs of version 7, each once, in the order they were made', () => {
  const from = Date.now()
  const ids = Array.from({ length: 50_000 }, newId)
  const to = Date.now()
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))
  expect(Math.min(...times)).toBeGreaterThanOrEqual(from)
  expect(Math.max(...times)).toBeLessThanOrEqual(to)
})

test('what follows the time and the counter differs from one id to the next', () => {
  const tails = Array.from({ length: 2_000 }, () => newId().slice(-12))
  expect(new Set(tails).size).toBe(tails.length)
})

test('a test file that moved the clock on leaves no ids of the future to the next one', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  newId()
  vi.useRealTimers()
  resetProcessState()
  expect(Number.parseInt(newId().replace('-', '').slice(0, 12), 16)).toBeLessThanOrEqual(Date.now())
})
