/**
 * The position of a moment on the axis, in percent of its width. The scale is logarithmic, so that milliseconds and
 * hours are both visible.
 */
export function axisPosition(ms: number, totalMs: number): number {
  if (totalMs <= 0) return 0
  const bounded = Math.min(Math.max(ms, 0), totalMs)
  return (Math.log1p(bounded) / Math.log1p(totalMs)) * 100
}

/** `+1,234 ms`: exact, for reading off. */
export function offsetText(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${Math.abs(ms).toLocaleString('en-US')} ms`
}
