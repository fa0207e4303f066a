import { parseAsText } from '@/components/filters/parse-as-text'
import type { BusinessView } from '@/schemas/businesses/contract'

/** The list's state in the URL. */
export const businessFilter = { search: parseAsText.withDefault('') }

/** The businesses with these letters in their name. */
export function matchingBusinesses<Business extends Pick<BusinessView, 'name'>>(
  businesses: readonly Business[],
  search: string,
): Business[] {
  const term = search.trim().toLowerCase()
  return businesses.filter(({ name }) => name.toLowerCase().includes(term))
}
