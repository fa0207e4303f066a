import { formatDecimal } from '@/components/ui/format-decimal'

const DECIMALS = 6

/**
 * An amount of coins cut to six decimals, for overviews: `0.000508121389977` reads `0.000508`. What is less is said as
 * less.
 */
export function truncateCoins(coins: string): string {
  const [whole = '0', fraction = ''] = coins.split('.')
  if (fraction.length <= DECIMALS) return formatDecimal(coins)
  const cut = fraction.slice(0, DECIMALS).replace(/0+$/, '')
  if (cut !== '') return formatDecimal(`${whole}.${cut}`)
  return whole === '0' ? '< 0.000001' : formatDecimal(whole)
}
