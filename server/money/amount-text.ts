import { z } from 'zod'
import { parseUnits } from './amount'

const DECIMALS = { usd: 6, naira: 2, usdPrice: 8, ngnRate: 8 } as const

type Limits = {
  /** The name of the amount in a refusal. */
  name?: string
  /** In the smallest units; `tooMuch` is the sentence that refuses more. */
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

/** A million naira, far above the price of a dollar. */
const MAX_NGN_RATE = 1_000_000_00000000n

/** Naira of one dollar, times 10^8. */
export function ngnRateText() {
  return amountText(DECIMALS.ngnRate, { name: 'Rate', max: MAX_NGN_RATE, tooMuch: 'is more than 1,000,000 naira' })
}

/** The one parser of typed amounts: exact; surrounding blanks are ignored. */
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
