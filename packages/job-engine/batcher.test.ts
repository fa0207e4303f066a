import { expect, test } from 'vitest'
import { createBatcher } from './batcher'

test('joins calls that arrive while one is at work and keeps their results apart', async () => {
  const sizes: number[] = []
  const double = createBatcher(async (items: number[]) => {
    sizes.push(items.length)
    return items.map((item) => item * 2)
  }, 100)
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(sizes).toEqual([1, 3])
})

test('fails only the call that is at fault', async () => {
  const positive = createBatcher(async (items: number[]) => {
    if (items.some((item) => item < 0)) throw new Error('negative')
    return items
  }, 100)
  const results = await Promise.allSettled([1, 2, -3, 4].map(positive))
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})
