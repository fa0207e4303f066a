import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { z } from 'zod'
import type { StackFacts } from '@/dev/stack-file'

export type ApiReply = { status: number; headers: Record<string, string | string[] | undefined>; body: unknown }

const tokenAnswer = z.object({ access_token: z.string() })

/** A client of a running stack's `/v1` with the demo project's live key: plain HTTP, many requests at once. */
export async function connectApi(facts: StackFacts, options: { connections?: number } = {}) {
  const pool = new Pool(facts.baseUrl, { connections: options.connections ?? 32, pipelining: 1 })
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<ApiReply> => {
    const answer = await pool.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) })
    return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() }
  }
  const json = { 'content-type': 'application/json' }
  const credentials = { grant_type: 'client_credentials', client_secret: facts.demo.liveKey }
  let authorization = ''
  const renew = async () => {
    const { body } = await send('POST', '/v1/oauth/token', json, credentials)
    authorization = `Bearer ${tokenAnswer.parse(body).access_token}`
  }
  await renew()
  return {
    renew,
    get: (path: string) => send('GET', path, { authorization }),
    post: (path: string, body: unknown, key: string = randomUUID()) =>
      send('POST', path, { ...json, authorization, 'idempotency-key': key }, body),
    bearer: () => authorization,
    close: () => pool.close(),
  }
}
export type ApiClient = Awaited<ReturnType<typeof connectApi>>
