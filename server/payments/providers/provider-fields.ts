import { z } from 'zod'
import { formatAmount, parseUnits } from '@/server/money/amount'
import { plainDecimal } from '@/server/money/plain-decimal'

/** A float holds no more digits exactly, so a provider may have rounded a longer number. */
const MAX_DIGITS = 15

/** Parses naira in major units, from the exact text of a number or a string, to kobo. Refuses negative amounts. */
export const nairaMajor = z.string().transform((text, issues) => amountOf(text, 2, issues))

/** Parses a whole number of kobo. Refuses negative amounts. */
export const koboMinor = z.string().transform((text, issues) => amountOf(text, 0, issues))

/** Kobo as a JSON number in naira, for requests. Throws if a number cannot hold it exactly. */
export function toNairaNumber(amountMinor: bigint): number {
  const text = formatAmount(amountMinor, 2)
  const number = Number(text)
  if (String(number) !== text) throw new Error('more than a number holds exactly')
  return number
}

function amountOf(text: string, decimals: number, issues: z.RefinementCtx): bigint {
  // `5000.1000` equals `5000.10`, and Java writes ten million as `1.0E7`.
  const plain = plainDecimal(text) ?? ''
  const parsed = parseUnits(plain, decimals)
  if ('units' in parsed && plain.replace(/\D/g, '').length <= MAX_DIGITS) return parsed.units
  issues.addIssue({ code: 'custom', message: 'problem' in parsed ? parsed.problem : 'has too many digits' })
  return z.NEVER
}

const DAY_FIRST = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}:\d{2}:\d{2})(?: ([AP]M))?$/i
const ZONED = /(?:z|[+-]\d{2}:?\d{2})$/i

/**
 * Parses a provider's time. Text without a zone is Lagos time (UTC+1, no summer time); digits are milliseconds since
 * 1970.
 */
export const providerTime = z.string().transform((text, issues) => {
  const at = readProviderTime(text)
  if (at) return at
  issues.addIssue({ code: 'custom', message: 'is not a time' })
  return z.NEVER
})

/** Null if the text is not a time. */
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
