/** Whether a caller prefers CSV to JSON by its `Accept` header. JSON where both are named with one weight. */
export function prefersCsv(accept: string | null): boolean {
  const weights = new Map(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((part): [string, number] => {
        const [type = '', ...parameters] = part.split(';').map((text) => text.trim())
        const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
        return [type, weight === undefined ? 1 : Number(weight) || 0]
      }),
  )
  return (weights.get('text/csv') ?? 0) > (weights.get('application/json') ?? 0)
}
