import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { envelope, tokenAnswer, transaction } from './answers'
import { check, fail, say } from './say'

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
    const response = await fetch(baseUrl + path, { method, headers, body })
    const answer: unknown = await response.json()
    if (!options.quiet) say(`   -> ${response.status} ${redact(answer)}`)
    const said = `${method} ${path} answered ${response.status}, expected ${options.expect}`
    check(response.status === options.expect, said, true)
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
      const deadline = Date.now() + 45_000
      let stage = ''
      while (Date.now() < deadline) {
        const answer = await call('GET', `/v1/wallet/transaction/${id}`, { expect: 200, quiet: true })
        const view = envelope(transaction).parse(answer).data
        if (view.stage !== stage)
          say(`   ${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s  ${view.status} (${view.stage})`)
        stage = view.stage
        if (view.status !== 'PENDING') return view
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      return fail('The transfer did not end within 45 seconds.')
    },
  }
}

/** Keys and tokens are cut short: a terminal is a log too. */
function redact(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /(sk_(?:live|test)_\w{4})\w+|("access_token":"\w{8})[^"]+|("(?:webhookSecret|signingSecret)":"\w{3})[^"]+/g,
    '$1$2$3…',
  )
}
