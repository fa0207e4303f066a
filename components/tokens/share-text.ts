/**
 * A share of the whole in percent: what is left of it is never rounded to nothing, nor what is almost all of it to all.
 */
export function shareText(percent: string | number, decimals: number): string {
  const share = Number(percent)
  const least = 10 ** -decimals
  if (share < least) return `< ${least.toFixed(decimals)}%`
  if (share < 100 && share > 100 - least) return `> ${(100 - least).toFixed(decimals)}%`
  return `${share.toFixed(decimals)}%`
}
