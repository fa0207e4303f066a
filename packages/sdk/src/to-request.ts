import type { Operation } from './operation'

export const VERSION = '1.0.0'

type OperationCall = {
  operation: Operation
  baseUrl: string
  input: object
  bearer: string | undefined
  idempotencyKey: string | undefined
}

/** The request of a call. Throws TypeError if the input lacks a field of the path. */
export function toRequest({ operation, baseUrl, input, bearer, idempotencyKey }: OperationCall): {
  url: string
  init: RequestInit
} {
  const { method, path, query = [] } = operation
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const take = (name: string): unknown => {
    const value = left.get(name)
    left.delete(name)
    return value
  }
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = take(name)
    // An empty segment, or one of dots, is another path.
    if (value === undefined || /^\.{0,2}$/.test(String(value))) throw new TypeError(`${name} is missing`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const name of query) {
    const value = take(name)
    for (const [key, text] of parametersOf(name, value)) search.set(key, text)
  }
  const body = method === 'GET' || left.size === 0 ? undefined : JSON.stringify(Object.fromEntries(left))
  const headers = {
    accept: 'application/json',
    'user-agent': `slipway-sdk/${VERSION}`,
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const suffix = search.size > 0 ? `?${search}` : ''
  return { url: `${baseUrl}${filled}${suffix}`, init: { method, headers, body } }
}

/** The parameters of a query field. An object is sent as `name[key]=value`. */
function parametersOf(name: string, value: unknown): [name: string, value: string][] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)])
}
