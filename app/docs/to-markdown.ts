import { docsPaths } from '@/components/docs-paths'
import { paths } from '@/components/paths'
import {
  errorsToMarkdown,
  eventToMarkdown,
  guideToMarkdown,
  operationToMarkdown,
} from '@/components/reference/to-markdown'
import { loadDocs } from './reference'

/** A page of the docs as Markdown, by its address; null if there is none. */
export function docsToMarkdown(path: string): string | null {
  const { reference, guides } = loadDocs()
  if (path === paths.docs) return overviewToMarkdown()
  if (path === docsPaths.docsErrors()) return errorsToMarkdown(reference)
  const guide = guides.find(({ id }) => docsPaths.docsGuide(id) === path)
  if (guide) return guideToMarkdown(guide)
  const event = reference.events.find(({ kind }) => docsPaths.docsEvent(kind) === path)
  if (event) return eventToMarkdown(event)
  const operation = reference.groups
    .flatMap(({ operations }) => operations)
    .find(({ id }) => docsPaths.docsOperation(id) === path)
  return operation ? operationToMarkdown(operation, reference) : null
}

/** The index of the docs: each page with one sentence, and the address of its Markdown. */
export function overviewToMarkdown(): string {
  const { reference, pages } = loadDocs()
  const areas = [...new Set(pages.map(({ area }) => area))].map((area) => {
    const links = pages
      .filter((page) => page.area === area)
      .map(({ path, title, summary }) => `- [${title}](${reference.baseUrl}${path}.md): ${summary}`)
    return `## ${area}\n\n${links.join('\n')}`
  })
  const openApi = `The OpenAPI 3.1 document is at ${reference.baseUrl}/v1/openapi.json.`
  return ['# Slipway API', `> ${reference.description}`, openApi, ...areas].join('\n\n')
}

/** A response for programs. */
export function markdownResponse(text: string, type: 'markdown' | 'plain' = 'markdown'): Response {
  return new Response(`${text}\n`, {
    headers: { 'content-type': `text/${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' },
  })
}
