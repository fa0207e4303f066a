import { markdownResponse, overviewToMarkdown } from '@/app/docs/to-markdown'

/** The docs for language models (llmstxt.org). */
export function GET(): Response {
  return markdownResponse(overviewToMarkdown(), 'plain')
}
