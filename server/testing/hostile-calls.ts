import { createHash } from 'node:crypto'
import type { Endpoint, Method } from '@/server/api/endpoint'
import type { Sent } from './doors'
import { exampleCall } from './examples'

/** A call as it is sent; the body is written already. */
export type HostileCall = {
  operation: string
  way: HostileWay
  method: Method
  path: string
  headers: Record<string, string>
  body?: string
}

/** The ways in which a body is hostile. */
export const HOSTILE_BODIES = ['longTexts', 'longLists', 'manyFields', 'deep', 'largeText'] as const
export const HOSTILE_WAYS = ['allowed', ...HOSTILE_BODIES, 'oddPath', 'oddToken'] as const
export type HostileWay = (typeof HOSTILE_WAYS)[number]

/** `valid` is a body to send in place of the example, where the way changes none. */
type Requested = { way: HostileWay; seed: string; token: string; valid?: unknown }

const TEXT = 2_000
const LIST = 9_000
const FIELDS = 5_000
const DEPTH = 20_000
const LARGE = 240_000
/** Allowed, it would shut out every call that follows. */
const SHUTS_OUT = ['allowIpAddress', 'rotateKeys']

/**
 * One call of an operation, of the most expensive kind that its way has: allowed, or refused as late as possible. Equal
 * seeds give equal calls; another seed changes every text of it.
 */
export function hostileCall(endpoint: Endpoint, { way: requested, seed, token, valid }: Requested): HostileCall {
  const isTaken = requested === 'allowed' || requested === 'oddPath'
  const way = isTaken && SHUTS_OUT.includes(endpoint.id) ? 'deep' : requested
  const example = endpoint.auth === 'liveKey' ? exampleCall(endpoint, token) : ofAnyone(endpoint)
  const headers: Record<string, string> = { ...example.headers, 'content-type': 'application/json' }
  if (headers['idempotency-key']) headers['idempotency-key'] = hostileText(`${seed} key`, 40)
  if (way === 'oddToken') headers.authorization = `Bearer ${hostileText(seed, 900)}`
  const isOdd = way === 'oddPath'
  const path = isOdd
    ? `${endpoint.path.replace(/\{\w+\}/g, hostileText(seed, 200))}?${hostileText(seed, 1_000)}=1`
    : example.path
  const sent = way === 'allowed' && valid !== undefined ? valid : example.body
  const body = sent === undefined ? undefined : hostileBody(sent, way, seed)
  return { operation: endpoint.id, way, method: endpoint.method, path, headers, body }
}

/** A call that needs no sign-in. */
function ofAnyone({ method, path }: Endpoint): Sent {
  const body = method === 'POST' ? { grantType: 'client_credentials', apiKey: 'sk_live_none' } : undefined
  return { method, path: path.replace(/\{\w+\}/g, 'sandbox'), body }
}

/** The JSON of a body that begins as the example; the example itself where the way is none of a body. */
export function hostileBody(example: unknown, way: HostileWay, seed: string): string {
  const fields = Object.entries(Object(example))
  if (way === 'longTexts') return JSON.stringify(withTexts(example, seed))
  if (way === 'longLists') {
    const texts = hostileTexts(seed, { count: LIST, length: 20 })
    const [name] = fields.find(([, value]) => Array.isArray(value)) ?? fields[0] ?? ['items']
    return withFields(example, [`${JSON.stringify(name)}:[${texts.map((text) => `"${text}"`).join(',')}]`])
  }
  if (way === 'manyFields') {
    const names = hostileTexts(seed, { count: FIELDS, length: 24 })
    return withFields(
      example,
      names.map((name, n) => `"${name}":${n}`),
    )
  }
  if (way === 'deep') return `{"${hostileText(seed, 20)}":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`
  if (way === 'largeText')
    return JSON.stringify({ ...Object(example), [fields[0]?.[0] ?? 'text']: hostileText(seed, LARGE) })
  return JSON.stringify(example)
}

/** The JSON of an example with more fields, which are JSON already: objects of thousands of fields cost more CPU. */
function withFields(example: unknown, added: readonly string[]): string {
  const names = new Set(added.map((field) => field.slice(1, field.indexOf('"', 1))))
  const kept = Object.entries(Object(example)).filter(([name, value]) => value !== undefined && !names.has(name))
  return `{${[...kept.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), ...added].join(',')}}`
}

/** Keeps the shape and replaces each text. */
function withTexts(value: unknown, seed: string): unknown {
  if (typeof value === 'string') return hostileText(`${seed} ${value}`, TEXT)
  if (Array.isArray(value)) return value.map((item, n) => withTexts(item, `${seed} ${n}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, `${seed} ${name}`)]))
}

/** A text of that length that no other seed gives. */
export function hostileText(seed: string, length: number): string {
  const part = createHash('sha256').update(seed).digest('hex')
  return part.repeat(Math.ceil(length / part.length)).slice(0, length)
}

const ENDS = Array.from({ length: Math.max(LIST, FIELDS) }, (_, n) => n.toString(16).padStart(8, '0'))

/** As many different texts that no other seed gives. They share one hash: a hash each would cost more than the call. */
function hostileTexts(seed: string, { count, length }: { count: number; length: number }): string[] {
  const start = hostileText(seed, length - 8)
  return ENDS.slice(0, count).map((end) => start + end)
}
