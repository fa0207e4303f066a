import { z } from 'zod'
import { createApiClient } from '@/e2e/api-client'
import { stack } from './stack'

const said = z.object({ message: z.string(), data: z.unknown().optional() })
const envelope = z.object({ status: z.literal(true), data: z.unknown().optional() })

type Attempted = z.infer<typeof said> & { code: number; requestId: string }

/** The calls of a customer's server with a live key; `post` returns `data` of the envelope. */
export async function connect(liveKey: string) {
  const client = createApiClient({ baseUrl: stack().baseUrl, liveKey, connections: 8 })
  return {
    token: await client.renew(),
    async post(path: string, input: unknown): Promise<unknown> {
      return envelope.parse(JSON.parse((await client.post(path, input)).text)).data
    },
    /** Calls the API and returns a refusal like any other answer. */
    async attempt(path: string, input: unknown): Promise<Attempted> {
      const { status, headers, text } = await client.post(path, input)
      return { code: status, requestId: String(headers['x-request-id'] ?? ''), ...said.parse(JSON.parse(text)) }
    },
    async get(path: string): Promise<unknown> {
      return envelope.parse(JSON.parse((await client.get(path)).text)).data
    },
  }
}
