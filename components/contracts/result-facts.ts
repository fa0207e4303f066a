type Fact = { label: string; value: string }

/** The values that a function returned, by name or by position. */
export function resultFacts(result: unknown): Fact[] {
  if (Array.isArray(result)) {
    if (result.length === 0) return [{ label: 'Result', value: 'The function returns nothing' }]
    return result.map((value, n) => ({
      label: result.length === 1 ? 'Result' : `Result ${n + 1}`,
      value: textOf(value),
    }))
  }
  if (typeof result !== 'object' || result === null) return [{ label: 'Result', value: textOf(result) }]
  return Object.entries(result).map(([label, value]) => ({ label, value: textOf(value) }))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
