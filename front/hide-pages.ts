import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainPage } from './plain-page'

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

type Options = {
  handlePage: Handle
  /** Whether the page of a path exists, but is not to be seen now. */
  isHidden: (path: string) => Promise<boolean>
}

const NOT_FOUND = plainPage({
  title: 'Page not found',
  main: `<p>The address may be mistyped, or the page may have been removed.</p>
<p><a href="/">Go to the home page</a></p>`,
})

/**
 * Answers 404 for pages that are hidden, with a text that needs no script: for a page that says it is not found, Next
 * sends an empty body and lets a script write the text.
 */
export function hidePages({ handlePage, isHidden }: Options): Handle {
  return async (incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    // The portal's router requests data and shows the text itself.
    const isData = incoming.headers.rsc !== undefined
    if (isData || !(await isHidden(path))) return handlePage(incoming, outgoing)
    outgoing.writeHead(404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    outgoing.end(incoming.method === 'HEAD' ? undefined : NOT_FOUND)
  }
}
