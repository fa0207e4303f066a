/** A figure as people read it: what was not counted to its end says so. */
export function countedText({ total, isMore }: { total: number; isMore?: boolean }): string {
  return `${total.toLocaleString('en-US')}${isMore ? '+' : ''}`
}
