import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { envelope, tokenAnswer, transaction } from './answers'
import { MAX_WAIT_MS, MAX_WAIT_SECONDS } from './max-wait'
import { fail, say } from './say'

type Options = { body?: unknown; key?: string; idempotent?: boolean; expect: number; quiet?: boolean }

/** Calls the stack as curl would, and shows both sides; the tour ends where a status is not the expected one. */
export function clientOf(baseUrl: string) {
  const startedAt = Date.now()
  let authorization: string | null = null

  async function call(method: string, path: string, options: Options): Promise<unknown> {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (authorization) headers.authorization = authorization
    if (options.body !== undefined) headers['content-type'] = 'application/json'
    const key = options.key ?? (options.idempotent ? randomUUID() : undefined)
    if (key) headers['idempotency-key'] = key
    if (!options.quiet) say(`\n   ${method} ${path}${options.body === undefined ? '' : `\n   ${redact(options.body)}`}`)
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    const { status, text } = await send(baseUrl + path, { method, headers, body })
    const answer = parseJson(text)
    if (!options.quiet) say(`   -> ${status} ${redact(answer)}`)
    if (status !== options.expect)
      fail(`${method} ${path} answered ${status}, expected ${options.expect}: ${redact(answer)}`)
    return answer
  }

  return {
    call,
    /** Every later call carries the token. */
    signIn: async (liveKey: string): Promise<void> => {
      const body = { grant_type: 'client_credentials', client_secret: liveKey }
      const token = tokenAnswer.parse(await call('POST', '/v1/oauth/token', { body, expect: 200 }))
      authorization = `Bearer ${token.access_token}`
    },
    /** Asks for a transaction until it ended, and shows each stage it comes to. */
    poll: async (id: string): Promise<z.infer<typeof transaction>> => {
      const deadline = Date.now() + MAX_WAIT_MS
      const seen: string[] = []
      let answer: unknown
      while (Date.now() < deadline) {
        answer = await call('GET', `/v1/wallet/transaction/${id}`, { expect: 200, quiet: true })
        const view = envelope(transaction).parse(answer).data
        const stage = `${view.status} (${view.stage})`
        if (!seen.at(-1)?.endsWith(stage)) {
          seen.push(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s  ${stage}`)
          say(`   ${seen.at(-1)}`)
        }
        if (view.status !== 'PENDING') return view
        await pause(200)
      }
      return fail(`The transfer did not end within ${MAX_WAIT_SECONDS} seconds:\n${seen.join('\n')}\n${redact(answer)}`)
    },
  }
}

async function send(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, request)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return fail(`${request.method} ${url} got no answer: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** Text that is no JSON is shown as it came. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Keys and tokens are cut short: a terminal is a log too. */
export function redact(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /(sk_(?:live|test)_\w{4})\w+|("access_token":"\w{8})[^"]+|("(?:webhookSecret|signingSecret)":"\w{3})[^"]+/g,
    '$1$2$3…',
  )
}
