import { loadDocs } from '@/app/docs/reference'
import { markdownResponse } from '@/app/docs/to-markdown'

/** The docs for language models (llmstxt.org): each page with one sentence, and where it is as Markdown. */
export function GET(): Response {
  const { reference, pages } = loadDocs()
  const areas = [...new Set(pages.map(({ area }) => area))].map((area) => {
    const links = pages
      .filter((page) => page.area === area)
      .map(({ path, title, summary }) => `- [${title}](${reference.baseUrl}${path}.md): ${summary}`)
    return `## ${area}\n\n${links.join('\n')}`
  })
  const openApi = `The OpenAPI 3.1 document is at ${reference.baseUrl}/v1/openapi.json.`
  return markdownResponse(['# Slipway API', `> ${reference.description}`, openApi, ...areas].join('\n\n'), 'plain')
}
