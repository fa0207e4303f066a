import { docsToMarkdown, markdownResponse } from '../../to-markdown'

/** A page of the docs as Markdown. next.config.ts rewrites `/docs.md` and `/docs/guides/webhooks.md` to this route. */
export async function GET(_: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  const text = docsToMarkdown(['/docs', ...((await params).path ?? [])].join('/'))
  return text === null ? new Response('Not found\n', { status: 404 }) : markdownResponse(text)
}
