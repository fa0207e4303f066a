/** These are not filters: the page of the list, and the search, which is kept when filters change. */
const OTHERS = ['page', 'search', 'tab']

/** The number of filters that narrow a list. A period counts once. */
export function countFilters(filter: object): number {
  const active = Object.entries(filter).filter(([name, value]) => Boolean(value) && !OTHERS.includes(name))
  return new Set(active.map(([name]) => (name === 'to' ? 'from' : name))).size
}

/** The change of a list's address that takes off its filters, and leads to the first page. */
export function withoutFilters<Filter extends object>(filter: Filter): { [Name in keyof Filter]?: null } {
  const change: { [Name in keyof Filter]?: null } = {}
  for (const name in filter) if (name === 'page' || !OTHERS.includes(name)) change[name] = null
  return change
}
