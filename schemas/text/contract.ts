import { z } from 'zod'
import { isStorable } from '@/server/text/is-storable'

/** A line that a person writes and others read: a name, a label, a reason. */
export const lineOfText = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters')

/** The reason of an act, for later readers. */
export const reasonText = lineOfText.min(5, 'Say why, in at least 5 characters').max(200)

/** A number that identifies a row, a chain or a plan, within the range of its column. */
export const numericId = z.int().positive().max(2_147_483_647)

/**
 * A time that a person or a program gives. Its year in UTC has four digits, because Postgres and the text of a `Date`
 * require that.
 */
export const isoDateTime = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear()
  // The format reports an invalid date.
  return Number.isNaN(year) || (year >= 1 && year <= 9999)
}, 'is too long ago or too far ahead')

/** The year of a day's end has four digits too. */
const hasPlainYear = (text: string) => !/^(0000|9999)/.test(text)
const FAR = 'is too long ago or too far ahead'

/** A day of UTC. */
export const isoDate = z.iso.date().refine(hasPlainYear, FAR)

/** Either end of a period in a list's filter: a day of UTC, or a minute of it as `2026-11-21T14:00Z`. */
export const periodEnd = z.union([isoDate, z.iso.datetime({ precision: -1 }).refine(hasPlainYear, FAR)])

/** Text to this schema, an integer to readers of the reference. */
const WHOLE = { type: 'integer', pattern: undefined } as const

/** An integer of a path or query, where everything is text; refuses `1e3`, `0x1`, ` 1` and the empty text. */
export function integerText(min: number, max: number, description: string, example: number) {
  return z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
    .meta({ ...WHOLE, minimum: min, maximum: max, description, examples: [example] })
}

/** A whole number as a field of a query, with a default. */
export function integerField(min: number, max: number, description: string, unless: number) {
  const documented = { ...WHOLE, minimum: min, maximum: max, default: unless, description, examples: [unless] }
  return integerText(min, max, description, unless).default(unless).meta(documented)
}

/** The path to text in an outside value that cannot be stored: `label`, `recipients.0.label`; null if there is none. */
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
