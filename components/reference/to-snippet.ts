import type { QueryWord } from './search-words'

const BEFORE = 50
const LENGTH = 150

/** The words around the first match of a text, and the matched forms to mark; the beginning where nothing matches. */
export function toSnippet(text: string, words: readonly QueryWord[]): { snippet: string; marked: string[] } {
  const lower = text.toLowerCase()
  const found = words.flatMap(({ forms }) => {
    const form = forms.find((one) => lower.includes(one.text))
    return form ? [form.text] : []
  })
  const first = Math.min(...found.map((form) => lower.indexOf(form)))
  const isCut = Number.isFinite(first) && first > BEFORE
  const start = isCut ? text.indexOf(' ', first - BEFORE) + 1 : 0
  const rest = text.slice(start)
  const end = rest.length > LENGTH ? rest.lastIndexOf(' ', LENGTH) : rest.length
  const shown = rest.slice(0, end > 0 ? end : LENGTH)
  return {
    snippet: `${start > 0 ? '… ' : ''}${shown}${shown.length < rest.length ? ' …' : ''}`,
    marked: found,
  }
}
