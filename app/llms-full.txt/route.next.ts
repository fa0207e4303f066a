import { loadDocs } from '@/app/docs/reference'
import { docsToMarkdown, markdownResponse } from '@/app/docs/to-markdown'

/** Every page of the docs in one text. */
export function GET(): Response {
  return markdownResponse(
    loadDocs()
      .pages.map(({ path }) => docsToMarkdown(path))
      .join('\n\n---\n\n'),
    'plain',
  )
}
