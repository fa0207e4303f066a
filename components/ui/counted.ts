/** A count as text; an incomplete count is marked as such. */
export function countedText({ total, isMore }: { total: number; isMore?: boolean }): string {
  return `${total.toLocaleString('en-US')}${isMore ? '+' : ''}`
}
