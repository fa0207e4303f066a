import { parseJson } from './parse-json'

/** Fields whose values are never logged, at any depth and in any spelling. */
const SECRETS = new Set([
  'authorization',
  'password',
  'secret',
  'clientsecret',
  'webhooksecret',
  'signingsecret',
  'apikey',
  'accesstoken',
  'refreshtoken',
])
const SECRET_WORD = new RegExp([...SECRETS].join('|'))
const REDACTED = '[redacted]'
/** A longer text, such as calldata, is logged by its beginning and length. */
const MAX_TEXT = 300
const TEXT_SHOWN = 120
const MAX_BODY = 4_096

/** `request`: as the pipeline parsed it; undefined if it could not. */
type Bodies = { request: unknown; response: string | null }

/**
 * The JSON bodies of a call for the request log: without secrets, and with long texts cut. Further copies of a secret,
 * as the name of another field or in the text of a refusal, are removed too. Null for a body that is empty, no JSON or
 * too long.
 */
export function redactBodies({ request, response }: Bodies): {
  requestBody: string | null
  responseBody: string | null
} {
  const whole = request === undefined || request === null ? '' : JSON.stringify(request)
  // Most bodies end here: checking each of their fields would cost more than the rest of the log.
  if (response === null && whole.length <= MAX_TEXT && !SECRET_WORD.test(plainName(whole))) {
    return { requestBody: whole || null, responseBody: null }
  }
  const secrets = [...secretsIn(request)]
  return {
    requestBody: redact(request, secrets),
    responseBody: redact(response === null ? undefined : parse(Buffer.from(response)), secrets),
  }
}

/** The query of a call for the request log, including the question mark and without secrets. Empty if there is none. */
export function redactQuery(search: string): string {
  const query = search.startsWith('?') ? search.slice(1) : search
  if (query === '') return ''
  if (!/token|key|secret|password|auth/i.test(query)) return `?${query}`
  const given = new URLSearchParams(query)
  // No query of the API takes a secret; a caller who puts one there by mistake uses a name that no other list knows.
  for (const name of new Set(given.keys())) if (isSecretName(name) || /token|key/i.test(name)) given.set(name, REDACTED)
  return `?${given}`
}

function redact(body: unknown, secrets: readonly string[]): string | null {
  if (body === undefined || body === null) return null
  const serialized = JSON.stringify(body, (name, value: unknown) => {
    if (isSecretName(name)) return REDACTED
    if (typeof value !== 'string' || value.length <= MAX_TEXT) return value
    return `${value.slice(0, TEXT_SHOWN)}… (${value.length} characters)`
  })
  // Search the secrets as JSON writes them, because the kept text is JSON.
  const clean = secrets.reduce(
    (text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), REDACTED),
    serialized,
  )
  return clean.length > MAX_BODY ? null : clean
}

function* secretsIn(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string' && value !== '' && isSecretName(name)) yield value
  if (typeof value !== 'object' || value === null) return
  for (const [field, inner] of Object.entries(value)) yield* secretsIn(inner, isSecretName(name) ? name : field)
}

function isSecretName(name: string): boolean {
  return SECRETS.has(plainName(name))
}

/** Lower case without `-` and `_`. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** Parsed like requests. A body that no request may have, such as JSON nested too deeply, is not stored. */
function parse(body: Uint8Array): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
