import type { z } from 'zod'
import type { Tenant, TenantCtx } from '@/server/ctx'
import type { RefusalCode } from '@/server/errors'
import type { ApiRequest } from './api-request'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** `public`: nobody in particular. `oauth`: the client proves itself in the body; answers in OAuth form. `liveKey`: a bearer token of a live key. */
export type Auth = 'public' | 'oauth' | 'liveKey'

export const SCOPES = [
  'wallet:read',
  'wallet:write',
  'payments:read',
  'payments:write',
  'indexer:read',
  'indexer:write',
  'tokens:read',
  'tokens:write',
  'projects:write',
] as const
export type Scope = (typeof SCOPES)[number]

export type Reply = {
  status: number
  message: string
  data: unknown
  /** The cause, of a reply that refuses. */
  code?: RefusalCode
  /** Stored beside the idempotency key: what this request made. */
  resourceId?: string
  headers?: Record<string, string>
  /**
   * Runs after this reply is committed and before anything is sent; what it returns is sent and stored in place of this reply.
   * For `waitForCompletion`: accept first, then wait without holding a transaction.
   */
  afterCommit?: () => Promise<Reply>
}

type Input<P, Q, B> = { params: P; query: Q; body: B }

type Call<A extends Auth, P, Q, B, R> = Input<P, Q, B> & {
  request: ApiRequest
  /** What `prepare` returned. */
  prepared: R
  /** The tenant's transaction; absent where nobody is authenticated. */
  ctx: A extends 'liveKey' ? TenantCtx : undefined
}

export type Definition<A extends Auth, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R> = {
  method: Method
  /** `{name}` marks a parameter. */
  path: string
  summary: string
  description?: string
  tags: readonly [string]
  auth: A
  scope?: Scope
  /** Checked after the input is parsed, so that it may depend on it. */
  capability?: string | ((input: Input<z.output<P>, z.output<Q>, z.output<B>>) => string)
  /** Wording of the refusal (spec 7.4): the blockchain events area has its own. */
  capabilityStyle?: 'events'
  /** In place of the usual text when the token names no project (spec 7.5). */
  contextMessage?: string
  idempotent?: boolean
  rateLimit?: 'read' | 'write'
  params?: P
  query?: Q
  body?: B
  /** Schema of `data` per status; of the whole body where `raw` is set. */
  replies: Record<number, z.ZodType>
  /** What it may refuse beyond what the pipeline does for every operation, with the field that is the cause; null where none is. */
  refusals?: Partial<Record<RefusalCode, string | null>>
  /** Answers its data as it is, without the envelope. */
  raw?: boolean
  /**
   * Checks that ask the network (a chain, DNS): run after the capability check, before the transaction opens and before the
   * idempotency key is claimed. `tenant` is whose call it is; absent where nobody is authenticated.
   */
  prepare?(
    input: Input<z.output<P>, z.output<Q>, z.output<B>> & { tenant: A extends 'liveKey' ? Tenant : undefined },
  ): Promise<R>
  handle(call: Call<A, z.output<P>, z.output<Q>, z.output<B>, R>): Promise<Reply>
}

/** An endpoint whose input types are forgotten: what the pipeline, the registry and the OpenAPI document work with. */
export type Endpoint = Omit<
  Definition<Auth, z.ZodType, z.ZodType, z.ZodType, unknown>,
  'handle' | 'capability' | 'prepare'
> & {
  capability?: string | ((input: Input<unknown, unknown, unknown>) => string)
  prepare?(input: Input<unknown, unknown, unknown> & { tenant: Tenant | undefined }): Promise<unknown>
  handle(
    call: Input<unknown, unknown, unknown> & { request: ApiRequest; prepared: unknown; ctx: TenantCtx | undefined },
  ): Promise<Reply>
}

/** Describes one operation: the only place that says anything about it. */
export function endpoint<
  A extends Auth,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R = undefined,
>(definition: Definition<A, P, Q, B, R>): Endpoint {
  // The pipeline hands `handle` and `capability` exactly what the definition's own schemas returned.
  return definition as unknown as Endpoint
}

export function reply(
  status: number,
  message: string,
  data: unknown,
  extra: Omit<Reply, 'status' | 'message' | 'data'> = {},
): Reply {
  return { status, message, data, ...extra }
}

/** `POST /v1/wallet/transaction`: names an operation in logs and idempotency keys. */
export function operationOf(endpoint: Pick<Endpoint, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`
}
