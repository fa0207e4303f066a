/** Fields whose values are never kept, at any depth and in any spelling. */
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
/** A longer text, such as calldata, is told by its beginning and length. */
const LONGEST_TEXT = 300
const TEXT_SHOWN = 120
const LONGEST_BODY = 4_096

/** A JSON body as the request log keeps it: without secrets, long texts cut. Null for what is empty, no JSON or too much. */
export function redactBody(body: Uint8Array | string): string | null {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const parsed = parse(text)
  if (parsed === undefined) return null
  const kept = JSON.stringify(parsed, (name, value: unknown) => {
    if (SECRETS.has(name.toLowerCase().replaceAll(/[_-]/g, ''))) return '[redacted]'
    if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
    return `${value.slice(0, TEXT_SHOWN)}… (${value.length} characters)`
  })
  return kept.length > LONGEST_BODY ? null : kept
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
