import { MAX_BODY_BYTES } from '@/server/api/api-request'

/** Strings stay as they are; numbers are found between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON whose numbers come as the text they were written in: `5000.10` is never a float. Throws SyntaxError or TypeError
 * for what is no JSON.
 */
export function readExactJson(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_BODY_BYTES * 16) throw new SyntaxError('too much')
  const text = decoder.decode(bytes)
  // First as it stands: quoted, a number as a key would pass.
  JSON.parse(text)
  return JSON.parse(text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}

/** As `exactJson`, but null for what is no JSON. */
export function tryExactJson(bytes: Uint8Array): unknown {
  try {
    return readExactJson(bytes)
  } catch {
    return null
  }
}
