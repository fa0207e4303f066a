import { parseAsText } from '@/components/filters/parse-as-text'

/** What is looked for, in the URL. */
export const searchFilter = { q: parseAsText.withDefault('') }

/** As the server takes it. */
export function toSearchInput(text: string) {
  return { text: text.trim().slice(0, 120) }
}
