const NEAR_PERCENT = 80

export type UsageLevel = 'plenty' | 'near' | 'spent'

/** The used share of a limit in whole percent: never 100 while something is left, and never above 100. */
export function usageLevelOf(used: number, limit: number): { level: UsageLevel; percent: number } {
  if (used >= limit) return { level: 'spent', percent: 100 }
  const percent = Math.min(99, Math.floor((used * 100) / limit))
  return { level: percent >= NEAR_PERCENT ? 'near' : 'plenty', percent }
}
