const NEAR_PERCENT = 80

export type UsageLevel = 'plenty' | 'near' | 'spent'

/** How much of a limit is used: whole percent, never 100 while something is left and never above it. */
export function usageLevelOf(used: number, limit: number): { level: UsageLevel; percent: number } {
  if (used >= limit) return { level: 'spent', percent: 100 }
  const percent = Math.min(99, Math.floor((used * 100) / limit))
  return { level: percent >= NEAR_PERCENT ? 'near' : 'plenty', percent }
}
