/**
 * How often a property is tried: as many times as usual, or `PROPERTY_RUNS=10000 npx vitest run <suite>` for a long look. `PROPERTY_SEED` tries what a
 * failure named once more.
 */
export function propertyRuns(usual = 100): { numRuns: number; seed?: number } {
  const { PROPERTY_RUNS = usual, PROPERTY_SEED } = process.env
  return { numRuns: Number(PROPERTY_RUNS), ...(PROPERTY_SEED !== undefined && { seed: Number(PROPERTY_SEED) }) }
}
