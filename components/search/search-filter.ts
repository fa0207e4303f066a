import { parseAsText } from '@/components/filters/parse-as-text'
import { searchInput } from '@/server/search/contract'

/** What is looked for, in the URL. */
export const searchFilter = { q: parseAsText.withDefault('') }

/** Whether it can be looked for: an id, a hash or an address, in full. */
export function isTerm(text: string): boolean {
  return searchInput.safeParse({ text }).success
}
