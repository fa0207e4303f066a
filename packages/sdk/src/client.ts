import { AbortedError, type FailedCall } from './errors'
import { OPERATIONS } from './generated/operations'
import type { TokenOperation, Transaction } from './generated/types'
import { type ListCall, listCall } from './lists'
import type { CallOptions, DataOf, InputOf, ItemOf, ListName, Operation, OperationName } from './operation'
import { type Answer, readAnswer } from './read-answer'
import { retryDelayMs } from './retry'
import { type EventStream, type StreamName, type StreamOptions, streamEvents } from './stream'
import { toRequest } from './to-request'
import { keepToken, memoryStore, type TokenStore } from './token'
import { DEFAULT_RUNTIME, type Runtime, sendRequest } from './transport'
import { type WaitOptions, waitForRecord } from './wait-for'

export type ClientOptions = {
  /** A live key: `sk_live_...`. Only the token endpoint gets it. */
  apiKey: string
  /** `https://api.example.com`, without `/v1`. */
  baseUrl: string
  /** Narrows the tokens, for example to `['wallet:read']`. */
  scopes?: readonly string[]
  /** The timeout of one attempt in milliseconds. The default is 30,000, or 75,000 if the call waits for an outcome. */
  timeoutMs?: number
  /** The number of retries after no response, 429 or 503. The default is 2. */
  maxRetries?: number
  /** The store of tokens. The default is in memory. */
  tokenStore?: TokenStore
  /** Replaces the `fetch` of the platform. */
  fetch?: typeof fetch
}

type Arguments<Name extends OperationName> =
  Record<string, never> extends InputOf<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions]

/** Every operation of the API under its name. */
export type Methods = {
  [Name in Exclude<OperationName, ListName | StreamName>]: (...call: Arguments<Name>) => Promise<DataOf<Name>>
} & { [Name in ListName]: (...call: Arguments<Name>) => ListCall<DataOf<Name>, ItemOf<Name>> } & {
  [Name in StreamName]: (input?: InputOf<Name>, options?: StreamOptions) => EventStream
}

export type Client = Methods & {
  /** Calls an operation by its name, and returns the data, the status and the request id. */
  call: <Name extends Exclude<OperationName, StreamName>>(
    name: Name,
    ...call: Arguments<Name>
  ) => Promise<Answer<DataOf<Name>>>
  /**
   * Waits until a transaction or an operation of a token has ended. Throws TransactionFailedError if it has failed.
   */
  waitFor: <Kind extends Transaction | TokenOperation>(record: Kind, options?: WaitOptions) => Promise<Kind>
}

const TIMEOUT_MS = 30_000
/** The API holds a call that waits for its outcome up to 60 s. */
const WAITING_TIMEOUT_MS = 75_000

/** A client of one project. It holds no connection: make one and keep it. */
export function createClient(options: ClientOptions): Client {
  return buildClient(options, options.fetch ? { ...DEFAULT_RUNTIME, fetch: options.fetch } : DEFAULT_RUNTIME)
}

/** Builds a client in another environment, for tests. */
export function buildClient(options: ClientOptions, runtime: Runtime): Client {
  const { apiKey, scopes, tokenStore = memoryStore() } = options
  const baseUrl = requireBaseUrl(options.baseUrl)
  if (!apiKey) throw new TypeError('apiKey is missing')
  const { now, random, wait } = runtime

  const token = keepToken(
    async () => {
      const body = { grant_type: 'client_credentials', client_secret: apiKey, scope: scopes?.join(' ') }
      const { data } = await call('createToken', body)
      const { access_token: accessToken, expires_in: seconds } = Object(data)
      return { accessToken: String(accessToken), expiresAt: now() + Number(seconds) * 1_000 }
    },
    tokenStore,
    now,
  )

  async function call(name: OperationName, input: object = {}, given: CallOptions = {}): Promise<Answer<unknown>> {
    const operation: Operation = OPERATIONS[name]
    const { signal, maxRetries = options.maxRetries ?? 2 } = given
    const isWaiting = 'waitForCompletion' in input && input.waitForCompletion === true
    const timeoutMs = given.timeoutMs ?? options.timeoutMs ?? (isWaiting ? WAITING_TIMEOUT_MS : TIMEOUT_MS)
    // Before the first attempt: an attempt whose answer is lost may have taken effect under this key.
    const idempotencyKey = operation.takesKey ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined
    const failed: FailedCall = { operation: name, ...(idempotencyKey ? { idempotencyKey } : {}) }
    const isRepeatable = operation.method === 'GET' || operation.isPublic === true || idempotencyKey !== undefined

    const attempt = async () => {
      const bearer = operation.isPublic ? undefined : await unlessAborted(token.get(), signal, failed)
      const { url, init } = toRequest({ operation, baseUrl, input, bearer, idempotencyKey })
      const received = await sendRequest(runtime, { url, init, timeoutMs, signal, call: failed })
      return { received, bearer }
    }
    const attemptWithFreshToken = async () => {
      const first = await attempt()
      if (first.received.status !== 401 || first.bearer === undefined) return first.received
      await token.forget(first.bearer)
      return (await attempt()).received
    }
    for (let retries = 0; ; retries++) {
      try {
        return readAnswer(await attemptWithFreshToken(), operation.isRaw === true, failed)
      } catch (error) {
        const delayMs = retries < maxRetries ? retryDelayMs({ error, retries, isRepeatable, random }) : null
        if (delayMs === null) throw error
        await unlessAborted(wait(delayMs, signal), signal, failed)
      }
    }
  }

  const methods = Object.fromEntries(
    (Object.keys(OPERATIONS) as OperationName[]).map((name) => {
      const { list, isStream }: Operation = OPERATIONS[name]
      const plain = async (input?: object, given?: CallOptions) => (await call(name, input, given)).data
      const paged = (input?: object, given?: CallOptions) =>
        list && listCall((more) => plain({ ...input, ...more }, given), list, input)
      const streamed = (input?: object, streaming?: StreamOptions) =>
        streamEvents({ name, input, options: streaming, baseUrl, token, runtime })
      return [name, isStream ? streamed : list ? paged : plain]
    }),
  )
  const waitFor = (record: Transaction | TokenOperation, waiting?: WaitOptions) =>
    waitForRecord(
      { record, read: async (name, input, given) => (await call(name, input, given)).data, wait, now },
      waiting,
    )
  // The methods are made from the table that their types were made from.
  return Object.freeze({ ...methods, call, waitFor }) as unknown as Client
}

function requireBaseUrl(text: string): string {
  const { protocol, username, pathname, search, hash, origin } = new URL(text)
  const isLocal = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
  // The key would travel in the clear.
  if (protocol !== 'https:' && !isLocal) throw new TypeError('baseUrl must be an https URL, or http on localhost')
  if (username || search || hash) throw new TypeError('baseUrl must be a host, with a path at most')
  return `${origin}${pathname.replace(/\/(v1\/?)?$/, '')}`
}

/**
 * The promise, or AbortedError as soon as the signal is aborted. The promise itself continues: other calls wait for it
 * too.
 */
function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
  call: FailedCall,
): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const end = () => reject(new AbortedError('The call was aborted', call, { cause: signal.reason }))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    promise
      .then(resolve, (error) => (signal.aborted ? end() : reject(error)))
      .finally(() => {
        signal.removeEventListener('abort', end)
      })
  })
}
