import { z } from 'zod'
import { parseUnits } from './amount'

const DECIMALS = { usd: 6, naira: 2, usdPrice: 8 } as const

type Limits = {
  /** What the refusal calls it. */
  name?: string
  /** In smallest units, with the sentence that refuses more. */
  max?: bigint
  tooMuch?: string
  mayBeZero?: boolean
}

/** Dollars as people type them, in micro-dollars. */
export function usdText(limits: Limits = {}) {
  return amountText(DECIMALS.usd, limits)
}

/** Naira as people type them, in kobo. */
export function nairaText(limits: Limits = {}) {
  return amountText(DECIMALS.naira, limits)
}

/** The dollars of one whole unit, times 10^8. */
export function usdPriceText(limits: Limits = {}) {
  return amountText(DECIMALS.usdPrice, limits)
}

/** The one reader of typed amounts: exact, blanks around it are nothing. */
function amountText(decimals: number, { name = 'Amount', max, tooMuch = 'is too large', mayBeZero = false }: Limits) {
  return z.string().transform((text, issues) => {
    const parsed = parseUnits(text.trim(), decimals)
    const problem = 'units' in parsed ? problemOf(parsed.units) : parsed.problem
    if ('units' in parsed && problem === null) return parsed.units
    issues.addIssue({ code: 'custom', message: `${name} ${problem}` })
    return z.NEVER
  })

  function problemOf(units: bigint): string | null {
    if (units === 0n && !mayBeZero) return 'must be greater than zero'
    return max !== undefined && units > max ? tooMuch : null
  }
}
