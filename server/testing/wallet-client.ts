import { z } from 'zod'
import { answerPath } from '@/registry/answer-path'
import { toApiRequest, toResponse } from '@/server/api/serve'
import type { Tenant } from '@/server/ctx'
import { signAccessToken } from '@/server/keys/access-token'
import { requireDocumented } from './against-document'
import { newCaller } from './callers'

const envelope = z.object({
  status: z.boolean(),
  message: z.string(),
  data: z.unknown().optional(),
  errors: z.array(z.string()).optional(),
  code: z.string().optional(),
  param: z.string().optional(),
  notOpened: z.array(z.unknown()).optional(),
})
/** `code` is the HTTP status, `refusal` the envelope's own code. */
export type Answer = Omit<z.infer<typeof envelope>, 'code'> & { code: number; refusal?: string; replayed: boolean }

export type WalletClient = {
  tenant: Tenant & { projectId: string }
  businessId: string
  get: (path: string) => Promise<Answer>
  post: (path: string, body?: unknown, idempotencyKey?: string) => Promise<Answer>
  patch: (path: string, body: unknown, idempotencyKey?: string) => Promise<Answer>
  delete: (path: string, body?: unknown, idempotencyKey?: string) => Promise<Answer>
  /** A body as it is written. */
  postText: (path: string, text: string) => Promise<Answer>
  /** A token of the time it is by now, for tests whose clock moves. */
  signInAgain: () => Promise<void>
  /** A token of the same key, for a program that makes its own calls. */
  accessToken: () => Promise<string>
}

type ClientOptions = { scope?: string; capabilities?: string[]; businessId?: string }

/** A new business, or a further project of `businessId`, that calls `/v1` with a token of a new live key. */
export async function walletClient(options: ClientOptions = {}): Promise<WalletClient> {
  const { tenant, token, subject } = await newCaller(options)
  let authorization = `Bearer ${token}`

  async function call(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const request = new Request(new URL(path, 'http://api.test'), {
      method,
      body,
      headers: { authorization, ...headers },
    })
    const response = toResponse(await answerPath(toApiRequest(request)))
    const answer: unknown = await response.json()
    requireDocumented({ method, path, status: response.status, headers: response.headers, body: answer })
    const { code: refusal, ...parsed } = envelope.parse(answer)
    return {
      ...parsed,
      refusal,
      code: response.status,
      replayed: response.headers.get('idempotent-replayed') === 'true',
    }
  }
  function send(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Answer> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
    return call(method, path, headers, body === undefined ? undefined : JSON.stringify(body))
  }
  return {
    tenant,
    businessId: tenant.businessId,
    get: (path) => call('GET', path, {}),
    patch: (path, body, idempotencyKey) => send('PATCH', path, body, idempotencyKey),
    delete: (path, body, idempotencyKey) => send('DELETE', path, body, idempotencyKey),
    postText: (path, text) => call('POST', path, { 'content-type': 'application/json' }, text),
    async signInAgain() {
      authorization = `Bearer ${await signAccessToken(subject)}`
    },
    accessToken: () => signAccessToken(subject),
    post: (path, body, idempotencyKey) => send('POST', path, body, idempotencyKey),
  }
}
