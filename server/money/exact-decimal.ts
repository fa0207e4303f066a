import { z } from 'zod'
import { formatAmount, parseUnits } from './amount'
import { plainDecimal } from './plain-decimal'

type Limits = { decimals: number; mayBeZero?: boolean; max: bigint; tooMuch: string }

/** A number of a body that was read with `exactNumbers`, as the decimal text that it is. */
export function exactDecimal({ decimals, mayBeZero = false, max, tooMuch }: Limits) {
  return z.number().transform((number, issues) => {
    const parsed = parseUnits(plainDecimal(String(number)) ?? '', decimals)
    const problem = 'problem' in parsed ? parsed.problem : problemOf(parsed.units)
    if ('units' in parsed && problem === null) return formatAmount(parsed.units, decimals)
    issues.addIssue({ code: 'custom', message: problem ?? 'must be a plain decimal number' })
    return z.NEVER
  })

  function problemOf(units: bigint): string | null {
    if (units === 0n && !mayBeZero) return 'must be greater than zero'
    return units > max ? tooMuch : null
  }
}
