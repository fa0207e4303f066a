/** A share in percent: a small rest is never rounded to zero, and a share just below everything never to 100%. */
export function shareText(percent: string | number, decimals: number): string {
  const share = Number(percent)
  const least = 10 ** -decimals
  if (share < least) return `< ${least.toFixed(decimals)}%`
  if (share < 100 && share > 100 - least) return `> ${(100 - least).toFixed(decimals)}%`
  return `${share.toFixed(decimals)}%`
}
