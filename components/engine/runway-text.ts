const TEN_YEARS_DAYS = 3_650

/** The number of days that a treasury lasts. */
export function runwayText(days: number): string {
  if (days >= TEN_YEARS_DAYS) return 'Over 10 years'
  return days === 1 ? '1 day' : `${days} days`
}
