import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'

/** `status` 0: no answer came, and nobody knows whether the request had its effect. */
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
export type ApiClient = {
  /** One try each, and another where the token ran out. Never throw for what is answered, or is not. */
  get: (path: string) => Promise<Answer>
  post: (path: string, body: unknown, key?: string) => Promise<Answer>
  /** A new token, before one runs out in the middle of what is measured; answers it. */
  renew: () => Promise<string>
  close: () => Promise<void>
}

/** `ca`: the certificate of a server that no authority knows. */
type Customer = { baseUrl: string; liveKey: string; connections?: number; ca?: string }

const tokenAnswer = z.object({ access_token: z.string() })
const TOKEN_TRIES = 100
/** Longer than `waitForCompletion` waits. */
const ANSWER_WITHIN_MS = 90_000

/**
 * A customer's backend, the one of all suites that call a stack: keeps connections, renews its token when it is
 * refused.
 */
export function createApiClient({ baseUrl, liveKey, connections = 64, ca }: Customer): ApiClient {
  const pool = new Pool(baseUrl, { connections, pipelining: 1, headersTimeout: ANSWER_WITHIN_MS, connect: { ca } })
  let token: Promise<string> | null = null

  const send = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body: unknown,
  ): Promise<Answer> => {
    try {
      const answer = await pool.request({
        method,
        path,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    } catch (error) {
      return { status: 0, headers: {}, text: error instanceof Error ? error.message : String(error) }
    }
  }
  const obtainToken = async (): Promise<string> => {
    const body = { grant_type: 'client_credentials', client_secret: liveKey }
    for (let tries = 1; ; tries++) {
      const answer = await send('POST', '/v1/oauth/token', {}, body)
      if (answer.status === 200) return tokenAnswer.parse(JSON.parse(answer.text)).access_token
      if (tries >= TOKEN_TRIES) throw new Error(`no token: ${answer.status} ${answer.text}`)
      await pause(answer.status === 429 ? 2_000 : 250)
    }
  }
  const renew = () => {
    token = obtainToken()
    return token
  }
  const call = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: unknown) => {
    const used = token ?? renew()
    const sendWith = async (bearer: Promise<string>) =>
      send(method, path, { authorization: `Bearer ${await bearer}`, ...headers }, body)
    const answer = await sendWith(used)
    if (answer.status !== 401) return answer
    // It ran out: nothing was done, so it is asked again. Many calls at once share one new token.
    return sendWith(token === used ? renew() : (token ?? renew()))
  }
  return {
    get: (path) => call('GET', path, {}),
    post: (path, body, key = randomUUID()) => call('POST', path, { 'idempotency-key': key }, body),
    renew,
    close: () => pool.destroy(),
  }
}
