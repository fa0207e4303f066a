/**
 * Parses a URL, relative to `base` if given; null if it is invalid. Replaces `URL.canParse`: in Node 20 it refuses
 * `https://bücher.example` after some thousand calls, because its optimized form reads Latin-1 as UTF-8.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/**
 * An address of the web as it must be written: a scheme, two slashes, a host, no blank and no control character. Null
 * for anything else. `new URL` drops tabs and line breaks and takes `https:host` and `https:\host`, which other readers
 * take for something else.
 */
export function parseWebAddress(text: string): URL | null {
  return /^https?:\/\/[^\s\p{Cc}/\\][^\s\p{Cc}\\]*$/iu.test(text) ? parseUrl(text) : null
}
