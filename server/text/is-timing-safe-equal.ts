import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time. Both values are hashed first, so that they have equal length. */
export function isTimingSafeEqual(actual: string | null, expected: string): boolean {
  if (actual === null) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected)) && actual.length === expected.length
}
