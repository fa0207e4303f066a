/** Day of UTC a moment belongs to, as Postgres writes a date. */
export function budgetDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
