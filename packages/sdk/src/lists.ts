import type { Operation } from './operation'

/** A page, once awaited; all items of all pages, one after another, with `for await`. */
export type ListCall<Page, Item> = Promise<Page> & AsyncIterable<Item>

type Fetch<Page> = (more: Record<string, unknown>) => Promise<Page>

/** Requests the first page at once, and the others as the items are read. */
export function listCall<Page>(
  fetch: Fetch<Page>,
  [style, field]: NonNullable<Operation['list']>,
  input: object = {},
): ListCall<Page, unknown> {
  const first = fetch({})
  async function* items(): AsyncGenerator<unknown> {
    let page = await first
    for (;;) {
      const { [field]: rows = [], ...rest } = Object(page)
      yield* rows
      const next = nextOf(style, rest, Object(input))
      if (next === null || rows.length === 0) return
      page = await fetch(next)
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}

/** The fields that the call of the next page adds to its input; null after the last page. */
function nextOf(
  style: 'page' | 'offset' | 'cursor',
  page: Record<string, unknown>,
  input: Record<string, unknown>,
): Record<string, unknown> | null {
  if (style === 'page') {
    const { page: number, pageSize, limit, total } = Object(page.meta ?? page)
    return number * (pageSize ?? limit) < total ? { page: number + 1 } : null
  }
  const { nextOffset, nextCursor } = Object(page.pagination)
  // A list with both continues as it began, and by the cursor where the caller chose none.
  if (nextCursor != null && input.offset === undefined) return { cursor: nextCursor }
  return nextOffset == null ? null : { offset: nextOffset }
}
