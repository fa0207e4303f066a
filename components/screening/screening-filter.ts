import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'

/** The list's state in the URL, read alike by the page and by the list. */
export const screeningFilter = { address: parseAsText.withDefault(''), page: parseAsPage }

/** What the list is asked for: an address has letters and digits alone. */
export function toScreeningInput({ address, page }: { address: string; page: number }) {
  const start = address.replace(/[^0-9A-Za-z]/g, '').slice(0, 64)
  return { address: start.length < 2 ? undefined : start, page }
}
