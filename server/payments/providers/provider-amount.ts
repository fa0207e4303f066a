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
