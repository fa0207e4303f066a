type Page = { items: readonly unknown[]; total: number; pageSize: number }

/**
 * A page of a list as people ask for it: one past the end is answered by the last there is, so that an old link or a list that shrank shows
 * rows. Programs get the page they asked for, even an empty one.
 */
export async function lastPageAtMost<I extends { page: number }, P extends Page>(
  input: I,
  list: (input: I) => Promise<P>,
): Promise<P> {
  const asked = await list(input)
  if (asked.items.length > 0 || input.page === 1) return asked
  // Some lists count along with their rows and know no total without any.
  const counted = asked.total > 0 ? asked : await list({ ...input, page: 1 })
  const last = Math.max(1, Math.ceil(counted.total / counted.pageSize))
  return list({ ...input, page: last })
}
