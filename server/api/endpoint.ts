import type { z } from 'zod'
import type { Capability } from '@/db/capabilities'
import type { idempotencyKeys } from '@/db/schema'
import type { Uses } from '@/schemas/usage/words'
import type { Tenant, TenantCtx } from '@/server/ctx'
import type { Scope } from '@/server/keys/scopes'
import type { RefusalCode } from '@/server/refusals/refusals'
import type { ApiRequest } from './api-request'

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
  /** Fields of the envelope in addition to `data`; `beside` of the endpoint describes them. */
  beside?: Record<string, unknown>
  /** The cause, if the reply is a refusal. */
  code?: RefusalCode
  /** The id of what the request created. It is stored with the idempotency key. */
  resourceId?: string
  headers?: Record<string, string>
  /**
   * Replaces `data`. For an operation that `streams`: server-sent events until the signal is aborted. For one with
   * `csv`: the file. The work starts when it is read.
   */
  stream?: EventStream
}

export type EventStream = (signal: AbortSignal) => AsyncIterable<string>

/**
 * `afterCommit` runs after the reply is committed and before anything is sent. Its result is sent and stored instead of
 * the reply. `waitForCompletion` uses it to wait without an open database transaction.
 */
type Deferring<Final> = { afterCommit?: () => Promise<Final> }

/** A reply without the types of its operation. */
export type Reply = ReplyBody<number, unknown> & Deferring<ReplyBody<number, unknown>>

/** The response to a repeated call if the first one was committed and its process ended during `afterCommit`. */
export type Resume<Final = ReplyBody<number, unknown>> = {
  /** The longest time that a call runs, in milliseconds from its start. */
  afterMs: number
  /** The final answer for the `resourceId` of the first reply. Throws if there is none yet; the key does not change. */
  answer: (resourceId: string) => Promise<Final>
}

/** The row that keeps the first answer to an idempotency key. */
export type StoredAnswer = typeof idempotencyKeys.$inferInsert

type FinalOf<Rs extends Replies> = { [S in keyof Rs & number]: ReplyBody<S, z.output<Rs[S]>> }[keyof Rs & number]

/** The replies that `replies` permits: each status with data of its schema. */
type ReplyOf<Rs extends Replies> = FinalOf<Rs> & Deferring<FinalOf<Rs>>

type Input<P, Q, B> = { params: P; query: Q; body: B }

/** An idempotency key, the operation it belongs to, and the fingerprint of the input it came with. */
export type Claim = { operation: string; key: string; fingerprint: string }

type CallFacts = {
  request: ApiRequest
  /** Null without an idempotency key. */
  claim: Claim | null
}

type Prepared<P, Q, B, R> = Input<P, Q, B> &
  CallFacts & {
    /** The result of `prepare`. */
    prepared: R
  }

type Call<A extends Auth, P, Q, B, R> = Prepared<P, Q, B, R> & {
  /** The tenant's transaction; absent without authentication. */
  ctx: A extends 'liveKey' ? TenantCtx : undefined
}

type Acceptance<P, Q, B, R, Answer> = Prepared<P, Q, B, R> & {
  tenant: Tenant
  /** Sets the answer, and returns its row, to be written in the statement that has the effect. */
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
  /** The `operationId`: the name of the method in generated clients. */
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
  /** The metered use of a call, in addition to the call itself (`api.calls`). A refused call uses nothing. */
  uses?: Uses | ((input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Uses)
  /** Replaces the usual text if the token names no project (spec 7.5). */
  contextMessage?: string
  /** Requires an `Idempotency-Key`, or accepts one (`optional`). */
  idempotent?: boolean | 'optional'
  /** Refuses numbers in the body that have more digits than a JavaScript number holds exactly. */
  exactNumbers?: boolean
  rateLimit?: 'read' | 'write'
  params?: P
  query?: Q
  body?: B
  /** The largest body in bytes, if it is not `MAX_BODY_BYTES`. */
  maxBodyBytes?: number
  /** The body as the reference shows it, if one field decides which others exist; the pipeline parses `body`. */
  shapes?: z.ZodType
  /** `handle` gets the bytes of the body unparsed, because its signature is over these. `shapes` describes them. */
  takesBytes?: boolean
  /** The schema of `data` per status, or of the whole body where `raw` is set. */
  replies: Rs
  /** Fields that the envelope of a success may have in addition to `data`. */
  beside?: z.ZodObject
  /**
   * The refusals of this operation, each with the field that is the cause, or null. Refusals by the pipeline, common to
   * every operation, are not listed.
   */
  refusals?: Partial<Record<RefusalCode, string | null>>
  /** Returns its data without the envelope. */
  raw?: boolean
  /** Returns server-sent events while its caller is allowed to call it; `replies` describes their text. */
  streams?: boolean
  /** The text of the CSV file that it returns, as a `stream`, if the caller's `Accept` prefers CSV. */
  csv?: z.ZodType
  /**
   * Checks that need the network (a chain, DNS). They run after the capability check, before the database transaction
   * opens and before the idempotency key is claimed. `tenant` is absent without authentication.
   */
  prepare?(
    input: Input<z.output<P>, z.output<Q>, z.output<B>> &
      Pick<CallFacts, 'claim'> & { tenant: A extends 'liveKey' ? Tenant : undefined },
  ): Promise<R>
  /**
   * Executes an idempotent operation without a transaction, in one statement that writes the effect and the row of its
   * key. Returns false without an effect if more must be read or written; then `handle` executes it.
   */
  accept?(call: Acceptance<z.output<P>, z.output<Q>, z.output<B>, R, ReplyOf<Rs>>): Promise<boolean>
  /** Finds the final answer of a call that died after its first reply. Without it the first reply is the answer. */
  resume?: Resume<FinalOf<Rs>>
  /**
   * For an idempotent operation whose body may have a `reference`: the response for a reference that the same body used
   * before; null if the reference is new. Called when the call fails, because a repetition succeeds where a new call
   * would be refused. Throws reference_used.
   */
  findRepeated?(call: { tenant: Tenant; body: z.output<B> }): Promise<ReplyOf<Rs> | null>
  handle(call: Call<A, z.output<P>, z.output<Q>, z.output<B>, R>): Promise<ReplyOf<Rs>>
}

/** An endpoint without the types of its input, as the pipeline, the registry and the OpenAPI document use it. */
export type Endpoint = Omit<
  Definition<Auth, z.ZodType, z.ZodType, z.ZodType, unknown, Replies>,
  'handle' | 'accept' | 'findRepeated' | 'capability' | 'uses' | 'prepare' | 'resume'
> & {
  resume?: Resume
  capability?: Capability | ((input: Input<unknown, unknown, unknown>) => Capability)
  uses?: Uses | ((input: Input<unknown, unknown, unknown>) => Uses)
  prepare?(
    input: Input<unknown, unknown, unknown> & Pick<CallFacts, 'claim'> & { tenant: Tenant | undefined },
  ): Promise<unknown>
  accept?(call: Acceptance<unknown, unknown, unknown, unknown, Reply>): Promise<boolean>
  findRepeated?(call: { tenant: Tenant; body: unknown }): Promise<Reply | null>
  handle(call: Prepared<unknown, unknown, unknown, unknown> & { ctx: TenantCtx | undefined }): Promise<Reply>
}

/** Describes one operation of `/v1`. Validation, refusals, OpenAPI and the reference follow from this alone. */
export function endpoint<
  A extends Auth,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R = undefined,
  Rs extends Replies = Replies,
>(definition: Definition<A, P, Q, B, R, Rs>): Endpoint {
  // The pipeline passes to `handle` and `capability` exactly what the definition's own schemas returned.
  return definition as unknown as Endpoint
}

/** The reply of an operation; `message` is for people. */
export function reply<const S extends number, D>(
  status: S,
  message: string,
  data: D,
  extra: Pick<ReplyBody<S, D>, 'code' | 'resourceId' | 'headers'> = {},
): ReplyBody<S, D> {
  return { status, message, data, ...extra }
}

/** Whether an operation changes nothing: it is a GET, or a POST with a reading scope, whose body is a question. */
export function isReading({ method, scope }: Pick<Endpoint, 'method' | 'scope'>): boolean {
  return method === 'GET' || (scope?.endsWith(':read') ?? false)
}

/** The name of an operation in logs and idempotency keys, for example `POST /v1/wallet/transaction`. */
export function operationOf(endpoint: Pick<Endpoint, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`
}
