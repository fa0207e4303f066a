import { MAX_BODY_BYTES } from '@/server/api/api-request'

/** Matches strings, which stay as they are, and the numbers between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses JSON with numbers as their own text, so that `5000.10` is never a float. Throws SyntaxError or TypeError for
 * invalid JSON.
 */
export function readExactJson(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_BODY_BYTES * 16) throw new SyntaxError('too much')
  const text = decoder.decode(bytes)
  // Parse the original text first, because quoting would make a number valid as an object key.
  JSON.parse(text)
  return JSON.parse(text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}

/** Like `readExactJson`, but returns null for invalid JSON. */
export function tryExactJson(bytes: Uint8Array): unknown {
  try {
    return readExactJson(bytes)
  } catch {
    return null
  }
}
