import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { chooseEncoding } from './choose-encoding'
import { STATIC_INDEX, type StaticFile } from './static-index'

type AnswerStatic = (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => Promise<boolean>

const index = z.record(
  z.string(),
  z.object({ file: z.string(), type: z.string(), hash: z.string(), encodings: z.array(z.enum(['br', 'gzip'])) }),
) satisfies z.ZodType<Record<string, StaticFile>>

const ENDINGS = { br: '.br', gzip: '.gz' } as const

/**
 * Serves browser assets of the build, precompressed; `false` leaves a request to Next. Every name has a hash or the
 * build's id, so a browser requests each once.
 */
export function staticFiles(nextFolder: string): AnswerStatic {
  let loading: Promise<Map<string, StaticFile>> | undefined
  return async (incoming, outgoing, path) => {
    if (!path.startsWith('/_next/static/') || (incoming.method !== 'GET' && incoming.method !== 'HEAD')) return false
    loading ??= loadIndex(nextFolder)
    const found = (await loading).get(path)
    if (!found) return false
    const encoding = chooseEncoding(incoming.headers['accept-encoding']?.toString(), found.encodings)
    const etag = `"${found.hash}${encoding ? `-${encoding}` : ''}"`
    outgoing.setHeader('cache-control', 'public, max-age=31536000, immutable')
    outgoing.setHeader('etag', etag)
    outgoing.setHeader('x-content-type-options', 'nosniff')
    if (found.encodings.length > 0) outgoing.setHeader('vary', 'Accept-Encoding')
    if (isKnown(incoming.headers['if-none-match'], etag)) {
      outgoing.writeHead(304).end()
      return true
    }
    const bytes = await readFile(join(nextFolder, found.file + (encoding ? ENDINGS[encoding] : '')))
    if (encoding) outgoing.setHeader('content-encoding', encoding)
    outgoing.writeHead(200, { 'content-type': found.type, 'content-length': bytes.length })
    outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
    return true
  }
}

/** Without an index (a build of another kind) Next answers everything. */
async function loadIndex(nextFolder: string): Promise<Map<string, StaticFile>> {
  const text = await readFile(join(nextFolder, STATIC_INDEX), 'utf8').catch(() => '{}')
  return new Map(Object.entries(index.parse(JSON.parse(text))))
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const etags = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return etags.includes(etag) || etags.includes('*')
}
