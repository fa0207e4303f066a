type Change = {
  now: number
  /** The figure for the period before it. */
  before: number
  format: (value: number) => string
}

/** A change above this factor reads as a multiple. */
const MAX_PERCENT_FACTOR = 10

/**
 * Compares a figure with the previous period: `Up 12% from $4,100.00`. There is no percentage if the previous period
 * had no value.
 */
export function changeText({ now, before, format }: Change): string {
  if (now === before) return 'No change'
  if (before === 0) return `Up from ${format(0)}`
  const factor = now / before
  if (factor >= MAX_PERCENT_FACTOR) return `${Math.floor(factor)} times ${format(before)}`
  return `${now > before ? 'Up' : 'Down'} ${percentText(Math.abs(factor - 1))} from ${format(before)}`
}

/** A share as people read it, with a decimal if it is small: `12%`, `3.5%`, `under 0.1%`. */
function percentText(share: number): string {
  const percent = share * 100
  if (percent < 0.1) return 'under 0.1%'
  return `${percent < 10 ? percent.toFixed(1).replace(/\.0$/, '') : Math.round(percent)}%`
}

/** A success rate in percent, compared in points: `Up 1.5 points from 96.5%`. Null: no transaction ended. */
export function pointsText(now: number | null, before: number | null): string {
  if (before === null) return 'None ended in the period before'
  if (now === null) return `None ended, ${before.toFixed(1)}% before`
  const points = Math.abs(now - before).toFixed(1)
  if (points === '0.0') return 'No change'
  return `${now > before ? 'Up' : 'Down'} ${points} points from ${before.toFixed(1)}%`
}
