import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { chooseEncoding } from './choose-encoding'

const toGzip = promisify(gzip)
const fromGzip = promisify(gunzip)

/** Headers of the first answer that describe its connection or its encoding; the kept page has its own. */
const OF_ITS_WAY = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']
/** Asked by the page itself, which takes parts of a page in place of HTML. */
const PART_HEADERS = ['rsc', 'next-action', 'next-router-prefetch', 'next-router-state-tree']

type Kept = { headers: OutgoingHttpHeaders; hash: string; small: Buffer }

export type KeptPage = {
  /** Answers with what is kept; false where nothing is, or where the request needs an answer of its own. */
  answerKept: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>
  /** Keeps what is written to this answer for the next who asks. */
  keep: (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

/**
 * Renders a page once a process for everybody who is not signed in. Its nonce is kept with it: the page
 * depends on no request, so it cannot contain a script that a visitor has injected.
 */
export function keepPage(path: string, sessionCookie: () => string): KeptPage {
  let kept: Kept | null = null
  let isMaking = false
  const isOfAll = ({ method, url, headers }: IncomingMessage) =>
    url === path &&
    (method === 'GET' || method === 'HEAD') &&
    !PART_HEADERS.some((name) => name in headers) &&
    !(headers.cookie ?? '').split(';').some((one) => one.trim().startsWith(`${sessionCookie()}=`))
  return {
    answerKept: async (incoming, outgoing) => {
      if (kept === null || !isOfAll(incoming)) return false
      await answer(kept, incoming, outgoing)
      return true
    },
    keep: (incoming, outgoing) => {
      if (kept !== null || incoming.method !== 'GET' || !isOfAll(incoming)) return
      whenWritten(outgoing, (page) => {
        if (isMaking || outgoing.statusCode !== 200 || outgoing.hasHeader('set-cookie')) return
        isMaking = true
        void toKept(page, outgoing.getHeaders()).then((made) => {
          kept = made
        })
      })
    },
  }
}

async function answer(kept: Kept, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const isSmall = chooseEncoding(incoming.headers['accept-encoding']?.toString(), ['gzip']) !== null
  const etag = `"${kept.hash}${isSmall ? '-gzip' : ''}"`
  for (const [name, value] of Object.entries({ ...kept.headers, etag })) if (value) outgoing.setHeader(name, value)
  if (incoming.headers['if-none-match'] === etag) {
    outgoing.writeHead(304).end()
    return
  }
  const bytes = isSmall ? kept.small : await fromGzip(kept.small)
  if (isSmall) outgoing.setHeader('content-encoding', 'gzip')
  outgoing.writeHead(200, { 'content-length': bytes.length })
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
}

async function toKept(page: Buffer, headers: OutgoingHttpHeaders): Promise<Kept> {
  const own = Object.entries(headers).filter(([name]) => !OF_ITS_WAY.includes(name))
  return {
    headers: { ...Object.fromEntries(own), 'cache-control': 'private, no-cache' },
    hash: createHash('sha256').update(page).digest('base64url').slice(0, 22),
    small: await toGzip(page, { level: 9 }),
  }
}

/** Calls back with all that was written, before it is compressed, once the answer ends. */
function whenWritten(outgoing: ServerResponse, take: (page: Buffer) => void): void {
  const { write, end } = outgoing
  const pieces: Buffer[] = []
  const copy = (piece: unknown) => {
    if (typeof piece === 'string' || piece instanceof Uint8Array) pieces.push(Buffer.from(piece))
  }
  outgoing.write = (...args: unknown[]) => {
    copy(args[0])
    return Reflect.apply(write, outgoing, args)
  }
  outgoing.end = (...args: unknown[]) => {
    copy(args[0])
    Reflect.apply(end, outgoing, args)
    take(Buffer.concat(pieces))
    return outgoing
  }
}
