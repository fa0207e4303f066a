const UNIT_MS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_557_600_000,
}

/** "2h30m", "5s" to milliseconds; throws on anything else. */
export function durationMs(text: string): number {
  if (!/^(\d+(\.\d+)?(ms|[smhdwy]))+$/.test(text)) throw new Error(`"${text}" is not a duration`)
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdwy])/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0)
  }
  return total
}

/** The SDK writes a timer either as a span ("2s") or as an ISO date. */
export function momentOf(text: string, now: Date): Date {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(text)
  return new Date(now.getTime() + durationMs(text))
}
