import { closenessOf, type QueryWord, toQueryWords } from './search-words'
import { toSnippet } from './to-snippet'

/** A part of a page under its own heading. */
export type DocsPart = { anchor: string; title: string; text: string }

/** The searchable content of a page. `terms` are paths, fields and codes. */
export type DocsEntry = {
  path: string
  title: string
  area: string
  method: string | null
  terms: string
  text?: string
  parts?: readonly DocsPart[]
}

/** A page, or one `part` of it; `path` has the anchor then. `words` are those to mark in the snippet. */
export type DocsHit = {
  path: string
  title: string
  area: string
  method: string | null
  part: string | null
  snippet: string
  words: readonly string[]
}

type Scored = { entry: DocsEntry; part: DocsPart | null; score: number; found: number }
type Search = { words: readonly QueryWord[]; phrase: string }

const MAX_HITS = 12
const MAX_HITS_OF_PAGE = 3
/** The score of a word by its position. The page as a whole scores less than a part, which has its own text. */
const WORTH = { title: 10, heading: 8, terms: 6, titleOfPage: 5, text: 2, textOfParts: 1.5, area: 1 } as const
/** The additional score of a heading with adjacent words of the query. */
const PHRASE = 6
/** A guide comes before another page that fits equally well. */
const GUIDE = 1

/**
 * The pages and parts of pages that have every word of a query, the best first: a title counts most, then a heading, a
 * word of code, and the text. `some`: also those that have a part of the words. Empty for an empty query.
 */
export function searchDocs(
  entries: readonly DocsEntry[],
  query: string,
  { some = false }: { some?: boolean } = {},
): DocsHit[] {
  const search = { words: toQueryWords(query), phrase: query.trim().toLowerCase() }
  if (search.words.length === 0) return []
  const scored = entries
    .flatMap((entry) => [
      scorePage(entry, search),
      ...(entry.parts ?? []).map((part) => scorePart(entry, part, search)),
    ])
    .filter(({ score, found }) => score > 0 && (some || found === search.words.length))
    .toSorted((one, other) => other.found - one.found || other.score - one.score)
  return withoutRepetition(scored)
    .slice(0, MAX_HITS)
    .map(({ entry, part }) => toHit(entry, part, search.words))
}

function scorePage(entry: DocsEntry, { words, phrase }: Search): Scored {
  const { text = '', parts = [] } = entry
  const title = entry.title.toLowerCase()
  const terms = entry.terms.toLowerCase()
  const own = text.toLowerCase()
  const ofParts = parts.map((part) => `${part.title} ${part.text}`.toLowerCase()).join(' ')
  const area = entry.area.toLowerCase()
  const scores = words.map((word) =>
    Math.max(
      WORTH.title * closenessOf(title, word) + startBonus(title, word),
      WORTH.terms * closenessOf(terms, word),
      WORTH.text * closenessOf(own, word),
      WORTH.textOfParts * closenessOf(ofParts, word),
      WORTH.area * closenessOf(area, word),
    ),
  )
  return { entry, part: null, ...summed(scores, phraseBonus(title, phrase) + guideBonus(entry)) }
}

/** A part must have a word of its own; a word that only its page has links to the page. */
function scorePart(entry: DocsEntry, part: DocsPart, { words, phrase }: Search): Scored {
  const title = entry.title.toLowerCase()
  const heading = part.title.toLowerCase()
  const text = part.text.toLowerCase()
  const own = words.map((word) =>
    Math.max(WORTH.heading * closenessOf(heading, word), WORTH.text * closenessOf(text, word)),
  )
  if (own.every((score) => score === 0)) return { entry, part, score: 0, found: 0 }
  const ofPage = words.map((word) => WORTH.titleOfPage * closenessOf(title, word))
  const scores = own.map((score, index) => Math.max(score, ofPage[index] ?? 0))
  return { entry, part, ...summed(scores, phraseBonus(heading, phrase) + guideBonus(entry)) }
}

function toHit(entry: DocsEntry, part: DocsPart | null, words: readonly QueryWord[]): DocsHit {
  const { path, title, area, method, text = '' } = entry
  const { snippet, marked } = toSnippet(part ? part.text : text, words)
  const address = part ? `${path}#${part.anchor}` : path
  return { path: address, title, area, method, part: part ? part.title : null, snippet, words: marked }
}

function summed(scores: readonly number[], extra: number): { score: number; found: number } {
  const found = scores.filter((score) => score > 0).length
  return { found, score: found === 0 ? 0 : scores.reduce((sum, score) => sum + score, extra) }
}

function startBonus(title: string, { forms: [form] }: QueryWord): number {
  return form && title.startsWith(form.text) ? 1 : 0
}

function phraseBonus(heading: string, phrase: string): number {
  return closenessOf(heading, { forms: [{ text: phrase, worth: 1 }] }) === 1 ? PHRASE : 0
}

function guideBonus({ area }: DocsEntry): number {
  return area === 'Guides' ? GUIDE : 0
}

/** A few hits of each page, so that a long one does not hide the others. */
function withoutRepetition(scored: readonly Scored[]): Scored[] {
  const counts = new Map<string, number>()
  return scored.filter(({ entry: { path } }) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count <= MAX_HITS_OF_PAGE
  })
}
