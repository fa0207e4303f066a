import { expect, test } from 'vitest'
import { listGuides } from '@/components/guides/guides'
import { readReference } from '@/components/reference/read-reference'
import { eventToMarkdown, guideToMarkdown, operationToMarkdown } from '@/components/reference/to-markdown'
import { ENDPOINTS } from '@/registry/endpoints'
import { openApiDocument } from '@/server/api/openapi/document'

const reference = readReference(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.example.com'))), [])

/** The languages of the code in a Markdown text, each once. */
function languagesIn(markdown: string): string[] {
  return [...new Set([...markdown.matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)].map(([, language = '']) => language))]
}

test('code in the Markdown of the docs names its language', () => {
  const guides = new Map(listGuides('https://api.example').map((guide) => [guide.id, guideToMarkdown(guide)]))
  expect(languagesIn(guides.get('webhooks') ?? '')).toEqual(['mermaid', 'ts', 'python', 'go', 'php'])
  expect(languagesIn(guides.get('client-libraries') ?? '')).toEqual(['sh', 'ts', 'python', 'json'])
  const operation = reference.groups.flatMap(({ operations }) => operations).find(({ id }) => id === 'createWallets')
  expect(operation && languagesIn(operationToMarkdown(operation, reference))).toEqual(['json', 'sh', 'ts', 'python'])
  expect(reference.events.map((event) => languagesIn(eventToMarkdown(event)).join())).toEqual(
    reference.events.map(() => 'json'),
  )
})
