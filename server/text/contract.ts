import { z } from 'zod'

/** NUL, and halves of surrogate pairs that stand alone. */
const UNSTORABLE = /[\0\ud800-\udfff]/u

/** Whether Postgres can hold this text. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** A line that a person writes and others read: a name, a label, a reason. */
export const lineOfText = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters')

/** Where in a value from outside there is text that cannot be stored: `label`, `recipients.0.label`; null where there is none. */
export function findUnstorable(value: unknown): string | null {
  const path = pathToUnstorable(value)
  return path && (path.join('.') || 'input')
}

function pathToUnstorable(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return []
    const path = pathToUnstorable(inner)
    if (path) return [key, ...path]
  }
  return null
}
