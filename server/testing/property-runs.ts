/** How often a property is tried: as many times as usual, or `PROPERTY_RUNS=10000 npx vitest run <suite>` for a long look. */
export function propertyRuns(usual = 100): { numRuns: number } {
  return { numRuns: Number(process.env.PROPERTY_RUNS ?? usual) }
}
