import type { ProviderName } from './provider'
import { ProviderNonsense } from './provider-error'

/** Page by page, each a call. */
const MOST_PAGES = 200

/**
 * Looks for one refund through all pages of a provider that knows none by our reference. Null: it has no such refund. Throws where there are more
 * pages than are read: what was not looked through may hold it.
 */
export async function searchRefunds<T extends { id: string }>(
  provider: ProviderName,
  listPage: (page: number) => Promise<T[]>,
  isIt: (refund: T) => boolean,
): Promise<T | null> {
  const seen = new Set<string>()
  for (let page = 1; page <= MOST_PAGES; page++) {
    const listed = await listPage(page)
    const found = listed.find(isIt)
    if (found) return found
    // Behind the last page some answer nothing, others that page again.
    if (listed.every(({ id }) => seen.has(id))) return null
    for (const { id } of listed) seen.add(id)
  }
  throw new ProviderNonsense(provider, 'has more refunds than are looked through')
}
