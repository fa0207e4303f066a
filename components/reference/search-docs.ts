/** The searchable content of a page. */
export type DocsEntry = { path: string; title: string; area: string; method: string | null; terms: string }

const MAX_HITS = 12

/**
 * The pages that have every word of a query, the best first. A word at the beginning of the title counts most, then one
 * in the title, in the path or a field, and at last anywhere. Empty for an empty query.
 */
export function searchDocs(entries: readonly DocsEntry[], query: string): DocsEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_HITS)
    .map(({ entry }) => entry)
}

function scoreOf({ title, area, terms }: DocsEntry, words: readonly string[]): number {
  const [inTitle, inArea, inTerms] = [title.toLowerCase(), area.toLowerCase(), terms.toLowerCase()]
  const scores = words.map((word) => {
    if (inTitle.startsWith(word)) return 8
    if (inTitle.includes(` ${word}`)) return 6
    if (inTitle.includes(word)) return 4
    if (inTerms.split(' ').includes(word)) return 3
    if (inTerms.includes(word)) return 2
    return inArea.includes(word) ? 1 : 0
  })
  return scores.every((score) => score > 0) ? scores.reduce((sum: number, score) => sum + score, 0) : 0
}
