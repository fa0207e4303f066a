import { parseAsText } from '@/components/filters/parse-as-text'
import { MAX_SEARCH_LETTERS } from '@/schemas/search/words'

/** The search text, in the URL. */
export const searchFilter = { q: parseAsText.withDefault('') }

/** The search text as input of the server: trimmed, and cut to the maximum length. */
export function toSearchInput(text: string) {
  return { text: text.trim().slice(0, MAX_SEARCH_LETTERS) }
}
