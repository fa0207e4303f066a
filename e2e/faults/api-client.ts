import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'

/** `status` 0: no answer came, and nobody knows whether the request had its effect. */
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
export type ApiClient = {
  /** One try. Never throws. */
  post: (path: string, body: unknown, key: string) => Promise<Answer>
  close: () => Promise<void>
}

const tokenAnswer = z.object({ access_token: z.string() })
const TOKEN_TRIES = 100

/** A customer's backend: keeps connections, renews its token when it is refused. */
export function createApiClient(input: { baseUrl: string; liveKey: string }): ApiClient {
  const agent = new Agent({ connections: 64, pipelining: 1 })
  let token: Promise<string> | null = null

  const send = async (path: string, body: unknown, headers: Record<string, string>): Promise<Answer> => {
    try {
      const answer = await request(input.baseUrl + path, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        headersTimeout: 90_000,
      })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    } catch (error) {
      return { status: 0, headers: {}, text: error instanceof Error ? error.message : String(error) }
    }
  }
  const obtainToken = async (): Promise<string> => {
    const body = { grant_type: 'client_credentials', client_secret: input.liveKey }
    for (let tries = 1; ; tries++) {
      const answer = await send('/v1/oauth/token', body, {})
      if (answer.status === 200) return tokenAnswer.parse(JSON.parse(answer.text)).access_token
      if (tries >= TOKEN_TRIES) throw new Error(`no token: ${answer.status} ${answer.text}`)
      await pause(answer.status === 429 ? 2_000 : 250)
    }
  }
  return {
    async post(path, body, key) {
      token ??= obtainToken()
      const used = token
      const answer = await send(path, body, { authorization: `Bearer ${await used}`, 'idempotency-key': key })
      if (answer.status === 401 && token === used) token = null
      return answer
    },
    close: () => agent.destroy(),
  }
}
