import { parseUnits } from 'viem'

/** The amount in base units. Throws a sentence where it is finer than these: nothing is rounded. */
export function unitsOf(amount: string, { symbol, decimals }: { symbol: string; decimals: number }): bigint {
  const [, fraction = ''] = amount.split('.')
  if (fraction.replace(/0+$/, '').length > decimals)
    throw new Error(`${symbol} has ${decimals} decimals: ${amount} is finer than that.`)
  return parseUnits(amount, decimals)
}
