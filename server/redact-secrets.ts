import { maskUrl } from './mask-url'
import { parseUrl } from './parse-url'

const URL_IN_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>()]+/gi
/** `api_key=…`, `Authorization: Bearer …` and the like. */
const SECRET_IN_TEXT =
  /\b((?:api[-_]?key|key|token|secret|password|authorization)["']?\s*[:=]\s*["']?(?:bearer\s+|basic\s+)?)[^\s"',;&]+/gi

/** A text without possible keys: the part of a URL after its host, and values with the name of a secret. */
export function redactSecrets(text: string): string {
  return text
    .replace(URL_IN_TEXT, (url) => (parseUrl(url) ? maskUrl(url) : '…'))
    .replace(SECRET_IN_TEXT, (_, name: string) => `${name}…`)
}
