import { buildClient, type ClientOptions } from './client'

export type Seen = { method: string; path: string; headers: Headers; body: unknown }
export type Reply = Response | Error | (() => Response | Promise<Response>)

export const answer = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'req-1', ...headers } })
export const done = (data: unknown, status = 200): Response => answer(status, { status: true, message: 'Done', data })
export const refused = (status: number, code: string, more: object = {}): Response =>
  answer(status, { status: false, message: 'Refused', code, ...more })

/**
 * A client in surroundings without network and time: it gets the replies in their order. `seen` are its requests but
 * those for tokens, `waits` how long it waited, in milliseconds; jitter is at its most.
 */
export function fakeApi(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const left = [...replies]
  const seen: Seen[] = []
  const waits: number[] = []
  const world = { nowMs: 1_800_000_000_000, tokens: 0 }
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    if (pathname === '/v1/oauth/token') {
      world.tokens += 1
      return answer(200, { access_token: `token-${world.tokens}`, token_type: 'Bearer', expires_in: 600 })
    }
    seen.push({
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: text && JSON.parse(text),
    })
    const reply = left.shift()
    if (reply === undefined) throw new Error('no reply is left')
    if (reply instanceof Error) throw reply
    return reply instanceof Response ? reply : reply()
  }
  const wait = async (ms: number, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    waits.push(ms)
    world.nowMs += ms
  }
  const client = buildClient(
    { apiKey: 'sk_live_secret', baseUrl: 'https://api.example.com', ...options },
    { fetch, wait, now: () => world.nowMs, random: () => 1 },
  )
  return { client, seen, waits, world }
}
