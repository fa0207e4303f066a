import type { ProviderName } from './provider'
import { ProviderInvalidAnswer } from './provider-error'

/** The maximum of pages; each takes a call. */
const MAX_PAGES = 200

/** One page, with the provider's totals for the whole list if it reports them. */
type RefundPage<T> = { refunds: T[]; pages?: number | null; total?: number | null }

/**
 * Searches one refund in all pages of a provider that cannot look it up by our reference. Null if the provider
 * certainly has none, so that it may be sent. Throws ProviderNonsense if an unread part of the list may contain it.
 */
export async function searchRefunds<T extends { id: string }>(
  provider: ProviderName,
  listPage: (page: number) => Promise<RefundPage<T>>,
  isIt: (refund: T) => boolean,
): Promise<T | null> {
  const seen = new Set<string>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { refunds, pages, total } = await listPage(page)
    const found = refunds.find(isIt)
    if (found) return found
    if (refunds.length > 0 && refunds.every(({ id }) => seen.has(id)))
      throw new ProviderInvalidAnswer(provider, 'repeats a page of its refunds: whether it has this one is not known')
    for (const { id } of refunds) seen.add(id)
    if (refunds.length > 0 && (pages == null || page < pages)) continue
    if (page < (pages ?? 0) || seen.size < (total ?? 0))
      throw new ProviderInvalidAnswer(provider, 'lists fewer refunds than it has: whether it has this one is not known')
    return null
  }
  throw new ProviderInvalidAnswer(provider, 'has more refunds than are looked through')
}
