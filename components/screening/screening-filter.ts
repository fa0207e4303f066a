import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'

/** The list's state in the URL, read alike by the page and by the list. */
export const screeningFilter = { address: parseAsText.withDefault(''), page: parseAsPage }

/** The text of the filter; addresses have only letters and digits. */
export function toScreeningInput({ address, page }: { address: string; page: number }) {
  const start = address.replace(/[^0-9A-Za-z]/g, '').slice(0, 64)
  return { address: start.length < 2 ? undefined : start, page }
}
