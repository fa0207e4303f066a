import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { stack } from './stack'

const token = z.object({ access_token: z.string() })
const said = z.object({ message: z.string(), data: z.unknown().optional() })
const envelope = z.object({ status: z.literal(true), data: z.unknown().optional() })

type Attempted = z.infer<typeof said> & { code: number; requestId: string }

/** What a customer's server does with a live key; answers `data` of the envelope. */
export async function connect(liveKey: string) {
  const { baseUrl } = stack()
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ grant_type: 'client_credentials', client_secret: liveKey })
  const answer = await fetch(`${baseUrl}/v1/oauth/token`, { method: 'POST', headers: json, body })
  const accessToken = token.parse(await answer.json()).access_token
  const authorization = `Bearer ${accessToken}`
  return {
    token: accessToken,
    async post(path: string, input: unknown): Promise<unknown> {
      const headers = { ...json, authorization, 'idempotency-key': randomUUID() }
      const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(input) })
      return envelope.parse(await response.json()).data
    },
    /** Without minding whether it is refused. */
    async attempt(path: string, input: unknown): Promise<Attempted> {
      const headers = { ...json, authorization, 'idempotency-key': randomUUID() }
      const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(input) })
      const requestId = response.headers.get('x-request-id') ?? ''
      return { code: response.status, requestId, ...said.parse(await response.json()) }
    },
    async get(path: string): Promise<unknown> {
      const response = await fetch(baseUrl + path, { headers: { authorization } })
      return envelope.parse(await response.json()).data
    },
  }
}
