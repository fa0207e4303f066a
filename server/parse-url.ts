/**
 * The address that a text is, relative to `base` where given; null if it is none. In place of `URL.canParse`: that
 * of Node 20 takes `https://bücher.example` for no address once it was asked some thousand times, as its optimized form
 * reads Latin-1 as UTF-8.
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
