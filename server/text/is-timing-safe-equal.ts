import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time. Both values are hashed first, so that they have equal length. */
export function isTimingSafeEqual(given: string | null, wanted: string): boolean {
  if (given === null) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted)) && given.length === wanted.length
}
