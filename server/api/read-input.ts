import { refusal, validationError } from '@/server/errors'
import { isStorable } from '@/server/text/is-storable'
import { type ApiRequest, BodyBrokenOff, BodyTooLarge, BodyTooSlow, MAX_BODY_BYTES } from './api-request'
import type { Endpoint } from './endpoint'
import { parseInput, withoutNulls } from './parse-input'
import { parseJson, requireExactNumbers } from './parse-json'

type Input = { params: unknown; query: unknown; body: unknown }

/**
 * Path parameters, query and body, each through its schema; 400 for anything they do not take. `onBody` gets the body
 * as it was sent.
 */
export async function readInput(
  endpoint: Endpoint,
  request: ApiRequest,
  pathParams: Record<string, string>,
  onBody: (body: unknown) => void = () => {},
): Promise<Input> {
  const params = endpoint.params ? parseInput(endpoint.params, pathParams) : undefined
  const query = endpoint.query ? parseInput(endpoint.query, readQuery(request.search)) : undefined
  if (!endpoint.body) return { params, query, body: undefined }
  if (endpoint.takesBytes) return { params, query, body: await readBytes(endpoint, request) }
  const sent = await readBody(endpoint, request)
  onBody(sent)
  return { params, query, body: parseInput(endpoint.body, withoutNulls(endpoint.body, sent)) }
}

/** `metadata[customer]=c-77` is the field `metadata` with an object, as OpenAPI's style `deepObject` has it. */
const PAIR_NAME = /^([^[\]]+)\[([^[\]]*)\]$/

function readQuery(search: string): Record<string, unknown> {
  const query: Record<string, string | Record<string, string>> = {}
  for (const [name, value] of Object.entries(singleValues(new URLSearchParams(search)))) {
    const [, field = name, key] = PAIR_NAME.exec(name) ?? []
    const given = Object.hasOwn(query, field) ? query[field] : undefined
    if (given !== undefined && (key === undefined || typeof given === 'string'))
      throw validationError([`${field}: given more than once`])
    if (field === '__proto__' || key === '__proto__')
      throw validationError([`${name}: holds characters that are not allowed`])
    query[field] = key === undefined ? value : { ...Object(given), [key]: value }
  }
  return query
}

async function readBody(endpoint: Endpoint, request: ApiRequest): Promise<unknown> {
  const bytes = await readBytes(endpoint, request)
  if (bytes.length === 0 && needsNoBody(endpoint)) return {}
  // Stock OAuth clients send forms; everything else here speaks JSON.
  const isForm = request.header('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  if (endpoint.auth === 'oauth' && isForm) return singleValues(new URLSearchParams(new TextDecoder().decode(bytes)))
  const body = parseJson(bytes)
  if (endpoint.exactNumbers) requireExactNumbers(bytes)
  return body
}

/** Whether all of its body is optional: then no body says as much as an empty object. */
export function needsNoBody({ body, takesBytes = false }: Pick<Endpoint, 'body' | 'takesBytes'>): boolean {
  return !takesBytes && body?.safeParse({}).success === true
}

function readBytes({ maxBodyBytes = MAX_BODY_BYTES }: Endpoint, request: ApiRequest): Promise<Uint8Array> {
  requirePlain(request.header('content-encoding'))
  return request.readBody(maxBodyBytes).catch((error: unknown) => {
    if (error instanceof BodyTooLarge)
      throw refusal('body_too_large', { message: `Request body is larger than ${maxBodyBytes / 1024} KiB` })
    if (error instanceof BodyTooSlow) throw refusal('body_too_slow')
    throw error instanceof BodyBrokenOff ? refusal('body_malformed', { message: 'Request body broke off' }) : error
  })
}

/** A small body that unpacks to a large one would pass every limit. */
function requirePlain(contentEncoding: string | null): void {
  const codings = (contentEncoding ?? '').split(',').map((coding) => coding.trim().toLowerCase())
  if (codings.every((coding) => coding === '' || coding === 'identity')) return
  throw refusal('body_encoded', { param: 'Content-Encoding' })
}

function singleValues(values: URLSearchParams): Record<string, string> {
  const single: Record<string, string> = {}
  for (const [name, value] of values) {
    if (Object.hasOwn(single, name)) throw validationError([`${name}: given more than once`])
    if (!isStorable(value) || name === '__proto__')
      throw validationError([`${name}: holds characters that are not allowed`])
    single[name] = value
  }
  return single
}
