import { z } from 'zod'
import { field } from '@/server/text/field'

/** The default number of rows of a page. */
export const PAGE_SIZE = 20

/** The number of a page. It has no maximum: a page past the end shows the last one (`lastPageAtMost`). */
export const pageNumber = z.int().min(1).default(1)

/** The number of items; `isMore`: at least that many, because counting stops there. */
export type Counted = { total: number; isMore: boolean }

/** One page of a list, counted from 1; `total` counts the rows of all pages (`isMore`: and there are more). */
export type Page<Row> = {
  items: Row[]
  total: number
  isMore?: boolean
  page: number
  pageSize: number
}

/** A list without pages. */
export type Rows<Row> = { items: Row[] }

/** The offset of a page. */
export function offsetOf(page: number, pageSize = PAGE_SIZE): number {
  return (page - 1) * pageSize
}

/**
 * One page of a list in the portal. A page past the end shows the last one, so that an old link or a list that has
 * shrunk shows rows. `/v1` returns the requested page, even if it is empty.
 */
export async function lastPageAtMost<I extends { page: number }, P extends Page<unknown>>(
  input: I,
  list: (input: I) => Promise<P>,
): Promise<P> {
  const requested = await list(input)
  if (requested.items.length > 0 || input.page === 1) return requested
  // Some lists count along with their rows and know no total without any.
  const withTotal = requested.total > 0 ? requested : await list({ ...input, page: 1 })
  const last = Math.max(1, Math.ceil(withTotal.total / withTotal.pageSize))
  return list({ ...input, page: last })
}

/** The maximum page size of the lists that follow. */
export const MAX_LIMIT = 200

type Window = { total: number; page: number; limit: number }

/** A page of a list whose callers say how many rows a page holds. */
export type Listed<Row> = Rows<Row> & Window

/** The part of a list that a response has (spec 4.9). */
export const listMeta = z
  .object({
    total: field(z.int(), 'How many there are in all.', 1),
    page: field(z.int(), 'The requested value.', 1),
    limit: field(z.int(), 'The requested value.', 20),
    totalPages: field(z.int(), 'How many pages there are.', 1),
  })
  .meta({ id: 'ListMeta', description: 'Which part of the list this is.' })

/** A list in a response of `/v1`. */
export function toListReply<Row>({ items, total, page, limit }: Listed<Row>) {
  return { data: items, meta: { total, page, limit, totalPages: Math.max(1, Math.ceil(total / limit)) } }
}

/** A page of a list in the portal. */
export function toPage<Row>({ items, total, page, limit }: Listed<Row>): Page<Row> {
  return { items, total, page, pageSize: limit }
}
