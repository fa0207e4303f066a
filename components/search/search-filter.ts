import { parseAsText } from '@/components/filters/parse-as-text'

/** The search text, in the URL. */
export const searchFilter = { q: parseAsText.withDefault('') }

/** The search text as input of the server: trimmed, at most 128 characters. */
export function toSearchInput(text: string) {
  return { text: text.trim().slice(0, 128) }
}
