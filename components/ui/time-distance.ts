const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const YEAR = 365 * DAY

const UNITS = [
  { name: 'year', ms: YEAR },
  { name: 'month', ms: MONTH },
  { name: 'day', ms: DAY },
  { name: 'hour', ms: HOUR },
  { name: 'minute', ms: MINUTE },
  { name: 'second', ms: SECOND },
] as const

/** The time between two moments, in the largest unit that fits: "3 minutes". A month is 30 days. */
export function timeDistance(from: Date, to: Date): string {
  const distanceMs = Math.abs(to.getTime() - from.getTime())
  const unit = UNITS.find(({ ms }) => distanceMs >= ms) ?? { name: 'second', ms: SECOND }
  const count = Math.round(distanceMs / unit.ms)
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}
