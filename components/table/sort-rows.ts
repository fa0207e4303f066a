type Direction = 'asc' | 'desc'
export type Sorting = { columnId: string; direction: Direction }

/** Fixed, so that server and browser sort alike; "item 9" is before "item 10". */
const TEXTS = new Intl.Collator('en', { numeric: true })

/** The rows in the order of their values; rows of equal value keep theirs. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => string | number,
  direction: Direction,
): readonly Row[] {
  const sign = direction === 'asc' ? 1 : -1
  return [...rows].sort((one, other) => sign * compare(sortValue(one), sortValue(other)))
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return TEXTS.compare(String(one), String(other))
}
