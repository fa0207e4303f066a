import type { ProviderName, ProviderReceipt } from './provider'
import { ProviderIncomplete, ProviderUnavailable } from './provider-error'

/** Bounds of a list without an end; what lies beyond is reported, never left out. */
const MAX_PAGES = 1_000
const MAX_MS = 4 * 60_000

/** One page, with what the provider says about the whole list, where it does. */
export type PagedRows<T> = { rows: T[]; isLast: boolean; total?: number | null }

type Listing<T> = {
  provider: ProviderName
  idOf: (row: T) => string
  toReceipts: (row: T) => ProviderReceipt[]
  /** From 1. */
  askPage: (page: number) => Promise<PagedRows<T>>
  maxPages?: number
}

/**
 * The receipts of all pages, each row once in its latest version. Throws ProviderIncomplete, with what was read, where
 * more may exist: a page comes again, the list never ends, ends before its stated end, or breaks off.
 */
export async function listAll<T>(listing: Listing<T>): Promise<ProviderReceipt[]> {
  const { provider, idOf, toReceipts, askPage, maxPages = MAX_PAGES } = listing
  const read = new Map<string, T>()
  const receipts = () => [...read.values()].flatMap(toReceipts)
  const incomplete = (problem: string) => new ProviderIncomplete(provider, problem, receipts())
  const deadline = Date.now() + MAX_MS
  for (let number = 1; number <= maxPages && Date.now() < deadline; number++) {
    const page = await askPage(number).catch((error: unknown) => {
      if (number === 1 || !(error instanceof ProviderUnavailable)) throw error
      throw incomplete(`could be listed to page ${number - 1} only: ${error.message}`)
    })
    const { rows, isLast, total } = page
    const isRepeated = rows.length > 0 && rows.every((row) => read.has(idOf(row)))
    for (const row of rows) read.set(idOf(row), row)
    if (isRepeated) throw incomplete(`repeats page ${number} of its transactions: what it has besides is not known`)
    if (isLast && read.size >= (total ?? 0)) return receipts()
    if (isLast || rows.length === 0)
      throw incomplete(`lists fewer transactions than it has: ${read.size} on ${number} pages`)
  }
  throw incomplete(`has more transactions than are looked through: ${read.size} were read`)
}
