export const SECONDS_PER_MINUTE = 60
export const MS_PER_HOUR = 3_600_000
export const MS_PER_DAY = 24 * MS_PER_HOUR
