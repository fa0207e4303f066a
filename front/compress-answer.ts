import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseEncoding } from './choose-encoding'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Most answers are shorter: compressing those would cost calls more time than it saves their network. */
const WORTH_LENGTH = 32 * 1024
/** About as fast as gzip, and smaller. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Whether an answer is worth compressing. */
export function isWorthCompressing(body: string): boolean {
  return body.length >= WORTH_LENGTH
}

/**
 * A long answer in the form the caller takes, made beside the thread that answers calls; and the headers that say so.
 */
export async function compressAnswer(
  body: string,
  accepted: string | undefined,
): Promise<{ content: string | Uint8Array; headers: Record<string, string> }> {
  const vary = { vary: 'Accept-Encoding' }
  const encoding = chooseEncoding(accepted, ['br', 'gzip'])
  if (encoding === null) return { content: body, headers: vary }
  const small = encoding === 'br' ? await toBrotli(body, QUALITY) : await toGzip(body)
  return { content: small, headers: { ...vary, 'content-encoding': encoding } }
}
