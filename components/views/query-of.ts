type Filters = Readonly<Record<string, string | number | null>>

/** The filters of a list as the query of its address, without those that are not set. */
export function queryOf(filters: Filters): string {
  const set = Object.entries(filters).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(set).toString()
}

/** Whether two queries filter alike, regardless of the order of their filters. */
export function isSameQuery(one: string, other: string): boolean {
  return inOrder(one) === inOrder(other)
}

function inOrder(query: string): string {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}
