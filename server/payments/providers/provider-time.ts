import { z } from 'zod'

const DAY_FIRST = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}:\d{2}:\d{2})(?: ([AP]M))?$/i
const ZONED = /(?:z|[+-]\d{2}:?\d{2})$/i

/**
 * Parses a provider's time. Text without a zone is Lagos time (UTC+1, no summer time); digits are milliseconds since
 * 1970.
 */
export const providerTime = z.string().transform((text, issues) => {
  const at = readProviderTime(text)
  if (at) return at
  issues.addIssue({ code: 'custom', message: 'is no moment' })
  return z.NEVER
})

/** Null if the text is no time. */
export function readProviderTime(text: string): Date | null {
  const trimmed = text.trim()
  if (/^\d{13}$/.test(trimmed)) return new Date(Number(trimmed))
  const iso = dayFirst(trimmed) ?? trimmed.replace(' ', 'T')
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(iso)) return null
  const at = new Date(ZONED.test(iso) ? iso.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') : `${iso}+01:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

function dayFirst(text: string): string | null {
  const [, day, month, year, clock = '', half] = DAY_FIRST.exec(text) ?? []
  if (!day) return null
  const [hours = '', ...rest] = clock.split(':')
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hours)
  return `${year}-${month}-${day}T${[String(hour).padStart(2, '0'), ...rest].join(':')}`
}
