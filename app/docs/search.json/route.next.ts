import { loadDocs } from '../reference'

/** The index that the search of the docs reads in the browser. */
export function GET(): Response {
  return Response.json(loadDocs().index, { headers: { 'cache-control': 'public, max-age=300' } })
}
