import type { z } from 'zod'
import type { Capability } from '@/db/capabilities'
import type { idempotencyKeys } from '@/db/schema'
import type { Uses } from '@/schemas/usage/words'
import type { Tenant, TenantCtx } from '@/server/ctx'
import type { Scope } from '@/server/keys/scopes'
import type { RefusalCode } from '@/server/refusals/refusals'
import type { ApiRequest } from './api-request'
import type { Claim } from './claim'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * `public`: no authentication. `oauth`: the client authenticates in the body; answers in OAuth form. `liveKey`: a
 * bearer token of a live key.
 */
type Auth = 'public' | 'oauth' | 'liveKey'

/** Schema of `data` per status. */
type Replies = Record<number, z.ZodType>

/** A status and its data. */
export type ReplyBody<S, D> = {
  status: S
  message: string
  data: D
  /** Fields of the envelope beside `data`, as `beside` of the endpoint describes them. */
  beside?: Record<string, unknown>
  /** The cause, of a reply that refuses. */
  code?: RefusalCode
  /** Stored beside the idempotency key: what this request made. */
  resourceId?: string
  headers?: Record<string, string>
  /**
   * In place of `data`, of an operation that `streams`: server-sent events until the signal is aborted; of one that has
   * `csv`: the file. Nothing begins before it is read.
   */
  stream?: EventStream
}

export type EventStream = (signal: AbortSignal) => AsyncIterable<string>

/**
 * `afterCommit` runs after the reply is committed and before anything is sent; what it returns is sent and stored in
 * place of it. For `waitForCompletion`: accept first, then wait without holding a transaction.
 */
type Deferring<Final> = { afterCommit?: () => Promise<Final> }

/** A reply without the types of its operation. */
export type Reply = ReplyBody<number, unknown> & Deferring<ReplyBody<number, unknown>>

/** How to answer a repeated call when the first one was committed, and its process ended before `afterCommit` did. */
export type Resume<Final = ReplyBody<number, unknown>> = {
  /** The time by which a running call has its answer, in milliseconds from its start. */
  afterMs: number
  /**
   * The final answer for the `resourceId` of the first reply. Throws while there is none yet; then the key stays
   * unchanged.
   */
  answer: (resourceId: string) => Promise<Final>
}

/** The row that keeps the first answer to an idempotency key. */
export type StoredAnswer = typeof idempotencyKeys.$inferInsert

type FinalOf<Rs extends Replies> = { [S in keyof Rs & number]: ReplyBody<S, z.output<Rs[S]>> }[keyof Rs & number]

/** The replies that `replies` permits: each status with data of its schema. */
type ReplyOf<Rs extends Replies> = FinalOf<Rs> & Deferring<FinalOf<Rs>>

type Input<P, Q, B> = { params: P; query: Q; body: B }

type Asked = {
  request: ApiRequest
  /** Its idempotency key; null where it brings none. */
  claim: Claim | null
}

type Prepared<P, Q, B, R> = Input<P, Q, B> &
  Asked & {
    /** The result of `prepare`. */
    prepared: R
  }

type Call<A extends Auth, P, Q, B, R> = Prepared<P, Q, B, R> & {
  /** The tenant's transaction; absent without authentication. */
  ctx: A extends 'liveKey' ? TenantCtx : undefined
}

type Acceptance<P, Q, B, R, Answer> = Prepared<P, Q, B, R> & {
  tenant: Tenant
  /** Makes this the answer, and its row, which is to be written with the effect. */
  keep: (answer: Answer) => StoredAnswer
}

type Definition<
  A extends Auth,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R,
  Rs extends Replies,
> = {
  /** `operationId`: what a generated client calls it. */
  id: string
  method: Method
  /** `{name}` marks a parameter. */
  path: string
  summary: string
  description?: string
  tags: readonly [string]
  auth: A
  scope?: Scope
  /** Checked after the input is parsed, so that it may depend on it. */
  capability?: Capability | ((input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Capability)
  /** The plan-limited use of a call, beside the call itself (`api.calls`). A refused call uses nothing. */
  uses?: Uses | ((input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Uses)
  /** In place of the usual text when the token names no project (spec 7.5). */
  contextMessage?: string
  /** Needs an `Idempotency-Key`, or takes one. */
  idempotent?: boolean | 'optional'
  /** Numbers of the body are refused where their digits are more than a number holds exactly. */
  exactNumbers?: boolean
  rateLimit?: 'read' | 'write'
  params?: P
  query?: Q
  body?: B
  /** The largest body in bytes, where `MAX_BODY_BYTES` is too small for what the operation takes. */
  maxBodyBytes?: number
  /** The body for the reference, where one field of it decides about the others; the pipeline reads `body`. */
  shapes?: z.ZodType
  /**
   * `handle` gets the body's bytes as they came and nothing reads them before: signatures hold for these alone.
   * Described by `shapes`.
   */
  takesBytes?: boolean
  /** The schema of `data` per status, or of the whole body where `raw` is set. */
  replies: Rs
  /** Fields its envelope may have beside `data` where it was done. */
  beside?: z.ZodObject
  /**
   * The refusals beyond those that the pipeline makes for every operation, each with the field that is the cause; null
   * where none is.
   */
  refusals?: Partial<Record<RefusalCode, string | null>>
  /** Answers its data as it is, without the envelope. */
  raw?: boolean
  /** Answers server-sent events for as long as its caller may call it; `replies` describes their text. */
  streams?: boolean
  /** The text of the CSV file that it answers, as a `stream`, to a caller that prefers one by `Accept`. */
  csv?: z.ZodType
  /**
   * Checks that ask the network (a chain, DNS): run after the capability check, before the transaction opens and before
   * the idempotency key is claimed. `tenant` is the caller's; absent without authentication.
   */
  prepare?(
    input: Input<z.output<P>, z.output<Q>, z.output<B>> &
      Pick<Asked, 'claim'> & { tenant: A extends 'liveKey' ? Tenant : undefined },
  ): Promise<R>
  /**
   * Executes an idempotent operation without a transaction, in one statement that writes the effect and the row of its
   * key. Returns false, and does nothing, where more has to be read or written: then `handle` executes it.
   */
  accept?(call: Acceptance<z.output<P>, z.output<Q>, z.output<B>, R, ReplyOf<Rs>>): Promise<boolean>
  /** Finds the final answer of a call that died after a first reply. Without it the first reply stays the answer. */
  resume?: Resume<FinalOf<Rs>>
  /**
   * For an idempotent operation whose body may name its result: the answer for a name that the same body used before;
   * null where the name is new. Asked when the call fails, because a repeated call ignores what would refuse a new one.
   * Throws reference_used.
   */
  again?(call: { tenant: Tenant; body: z.output<B> }): Promise<ReplyOf<Rs> | null>
  handle(call: Call<A, z.output<P>, z.output<Q>, z.output<B>, R>): Promise<ReplyOf<Rs>>
}

/** An endpoint whose input types are forgotten: what the pipeline, the registry and the OpenAPI document work with. */
export type Endpoint = Omit<
  Definition<Auth, z.ZodType, z.ZodType, z.ZodType, unknown, Replies>,
  'handle' | 'accept' | 'again' | 'capability' | 'uses' | 'prepare' | 'resume'
> & {
  resume?: Resume
  capability?: Capability | ((input: Input<unknown, unknown, unknown>) => Capability)
  uses?: Uses | ((input: Input<unknown, unknown, unknown>) => Uses)
  prepare?(
    input: Input<unknown, unknown, unknown> & Pick<Asked, 'claim'> & { tenant: Tenant | undefined },
  ): Promise<unknown>
  accept?(call: Acceptance<unknown, unknown, unknown, unknown, Reply>): Promise<boolean>
  again?(call: { tenant: Tenant; body: unknown }): Promise<Reply | null>
  handle(call: Prepared<unknown, unknown, unknown, unknown> & { ctx: TenantCtx | undefined }): Promise<Reply>
}

/** Describes one operation: the only place that says anything about it. */
export function endpoint<
  A extends Auth,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R = undefined,
  Rs extends Replies = Replies,
>(definition: Definition<A, P, Q, B, R, Rs>): Endpoint {
  // The pipeline hands `handle` and `capability` exactly what the definition's own schemas returned.
  return definition as unknown as Endpoint
}

/** Makes the reply of an operation; `message` is for people. */
export function reply<const S extends number, D>(
  status: S,
  message: string,
  data: D,
  extra: Pick<ReplyBody<S, D>, 'code' | 'resourceId' | 'headers'> = {},
): ReplyBody<S, D> {
  return { status, message, data, ...extra }
}

/** `POST /v1/wallet/transaction`: names an operation in logs and idempotency keys. */
export function operationOf(endpoint: Pick<Endpoint, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`
}
