import type { ProviderName, ProviderReceipt } from './provider'
import { ProviderIncomplete, ProviderUnavailable } from './provider-error'

/** The maximum of a list that never ends. Reaching it is reported as an incomplete list. */
const MAX_PAGES = 1_000
const MAX_MS = 4 * 60_000

/** One page, with the provider's total for the whole list if it reports one. */
export type PagedRows<T> = { rows: T[]; isLast: boolean; total?: number | null }

type Listing<T> = {
  provider: ProviderName
  idOf: (row: T) => string
  toReceipts: (row: T) => ProviderReceipt[]
  /** Pages count from 1. */
  askPage: (page: number) => Promise<PagedRows<T>>
  maxPages?: number
}

/**
 * The receipts of all pages, each row once in its latest version. Throws ProviderIncomplete with the rows read so far
 * if there may be more: a page repeats, the list exceeds its maximum, ends before its total, or fails.
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
