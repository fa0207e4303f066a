import type { DocsEntry } from '@/components/reference/search-docs'
import { loadDocs } from '../reference'

/** The index that the search of the docs reads in the browser. */
export function GET(): Response {
  const entries: DocsEntry[] = loadDocs().pages.map(({ path, title, area, method, summary, terms }) => ({
    path,
    title,
    area,
    method,
    terms: `${terms} ${summary}`,
  }))
  return Response.json(entries, { headers: { 'cache-control': 'public, max-age=300' } })
}
