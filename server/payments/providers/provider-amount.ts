import { z } from 'zod'
import { formatAmount, parseUnits } from '@/server/money/amount'
import { plainDecimal } from '@/server/money/plain-decimal'

/** More digits than a float holds: the value may have been rounded on the way. */
const MAX_DIGITS = 15

/** Naira in major units, as a number's own text or a string, in kobo. Not negative. */
export const nairaMajor = z.string().transform((text, issues) => amountOf(text, 2, issues))

/** Whole kobo. Not negative. */
export const koboMinor = z.string().transform((text, issues) => amountOf(text, 0, issues))

/** Kobo as the JSON number in naira that providers ask for. Throws where a number would not say it exactly. */
export function toNairaNumber(amountMinor: bigint): number {
  const text = formatAmount(amountMinor, 2)
  const number = Number(text)
  if (String(number) !== text) throw new Error('more than a number holds exactly')
  return number
}

function amountOf(text: string, decimals: number, issues: z.RefinementCtx): bigint {
  // `5000.1000` is no finer than `5000.10`, and Java writes ten million as `1.0E7`.
  const plain = plainDecimal(text) ?? ''
  const parsed = parseUnits(plain, decimals)
  if ('units' in parsed && plain.replace(/\D/g, '').length <= MAX_DIGITS) return parsed.units
  issues.addIssue({ code: 'custom', message: 'problem' in parsed ? parsed.problem : 'has too many digits' })
  return z.NEVER
}
