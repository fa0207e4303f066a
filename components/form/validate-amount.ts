import { type AmountProblem, parseUnits } from '@/server/money/amount'

const NO_DECIMAL: AmountProblem = 'must be a plain decimal number'
const EXAMPLE = 'Enter an amount such as 250 or 250.50'

type Amount = {
  decimals: number
  /** An empty field is valid too. */
  optional?: boolean
  mayBeZero?: boolean
}

/**
 * The problem of a typed amount, or true if it is valid. The amount is exact to the last decimal, never rounded. For
 * forms without a schema.
 */
export function validateAmount(text: string, { decimals, optional = false, mayBeZero = false }: Amount): string | true {
  const typed = text.trim()
  if (typed === '') return optional || 'Enter an amount'
  const parsed = parseUnits(typed, decimals)
  if ('problem' in parsed) return parsed.problem === NO_DECIMAL ? EXAMPLE : `Amount ${parsed.problem}`
  return parsed.units > 0n || mayBeZero || 'Amount must be greater than zero'
}
