import { AbortedError, ApiError, ConnectionError } from './errors'
import { OPERATIONS } from './generated/operations'
import type { Operation, OperationName } from './operation'
import { readAnswer } from './read-answer'
import { type Message, readSse } from './read-sse'
import { retryDelayMs } from './retry'
import { toRequest } from './to-request'
import type { Runtime } from './transport'
import type { WebhookEvent } from './webhooks'

/** The operations that answer a stream of events. */
export type StreamName = Extract<OperationName, 'streamEvents'>

/** An event of a stream. */
export type StreamedEvent = {
  /** Give it as `after` to continue after this event. */
  id: string
  event: WebhookEvent
  /** The body that a webhook of the event has, byte for byte. */
  body: string
}

/** A change in the state of the connection. */
export type StreamState =
  | { state: 'ready'; types: string[] }
  | { state: 'reconnecting'; afterMs: number; error: unknown }
  /** Events between `after` and the next one are no longer kept. */
  | { state: 'gap'; after: string }

export type StreamOptions = { signal?: AbortSignal; onState?: (state: StreamState) => void }

/** The events of a project as they happen. It reconnects automatically, after the last event that was read. */
export type EventStream = AsyncIterable<StreamedEvent>

type Streaming = {
  name: OperationName
  input: object | undefined
  options: StreamOptions | undefined
  baseUrl: string
  token: { get: () => Promise<string>; forget: (refused: string) => Promise<void> }
  runtime: Runtime
}

/** Heartbeats arrive every 15 s: a connection that is silent for longer is dead, even if it was not closed. */
const SILENCE_MS = 45_000
const RECONNECT_MS = 2_000

/**
 * Makes no request before the first event is read. Throws ApiError if the stream is refused, AbortedError once the
 * signal is aborted.
 */
export function streamEvents(streaming: Streaming): EventStream {
  return { [Symbol.asyncIterator]: () => eventsOf(streaming) }
}

async function* eventsOf({ name, input, options = {}, ...client }: Streaming): AsyncGenerator<StreamedEvent> {
  const { signal, onState = () => {} } = options
  const { wait, random } = client.runtime
  let after: Record<string, unknown> = {}
  let reconnectMs = RECONNECT_MS
  for (let failures = 0; ; ) {
    let error: unknown = null
    try {
      for await (const { event, data, id, retryMs } of connect({
        ...client,
        name,
        signal,
        input: { ...input, ...after },
      })) {
        failures = 0
        reconnectMs = retryMs ?? reconnectMs
        const message: unknown = JSON.parse(data)
        if (event === 'stream.ready') onState({ state: 'ready', types: Object(message).types })
        else if (event === 'stream.gap') onState({ state: 'gap', after: String(Object(message).after) })
        // The stream sends the bodies that are signed as webhooks.
        else yield { id, event: message as WebhookEvent, body: data }
        if (id) after = { after: id }
      }
    } catch (cause) {
      error = cause
    }
    if (signal?.aborted) throw new AbortedError('The stream was aborted', { operation: name }, { cause: signal.reason })
    const delayMs = error === null ? reconnectMs : reconnectDelayMs(error, failures, random)
    if (delayMs === null) throw error
    failures += 1
    onState({ state: 'reconnecting', afterMs: delayMs, error })
    await wait(delayMs, signal).catch((cause: unknown) => {
      throw new AbortedError('The stream was aborted', { operation: name }, { cause })
    })
  }
}

/** Reconnects a stream until the caller ends it, except after errors that another attempt would not change. */
function reconnectDelayMs(error: unknown, failures: number, random: () => number): number | null {
  if (!(error instanceof ApiError))
    return retryDelayMs({ error: new ConnectionError(''), retries: failures, isRepeatable: true, random })
  return error.status >= 500 ? RECONNECT_MS : retryDelayMs({ error, retries: failures, isRepeatable: true, random })
}

type Connecting = Omit<Streaming, 'options' | 'input'> & { input: object; signal: AbortSignal | undefined }

/** One connection, until its end. Throws ConnectionError if it falls silent. */
async function* connect({ name, input, baseUrl, token, runtime, signal }: Connecting): AsyncGenerator<Message> {
  const operation: Operation = OPERATIONS[name]
  const ending = new AbortController()
  const end = () => ending.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', end, { once: true })
  let silence = setTimeout(() => {}, 0)
  const notifyListeners = () => {
    clearTimeout(silence)
    silence = setTimeout(
      () => ending.abort(new ConnectionError('The stream fell silent', { operation: name })),
      SILENCE_MS,
    )
  }
  try {
    const ask = async () => {
      const bearer = await token.get()
      const { url, init } = toRequest({ operation, baseUrl, input, bearer, idempotencyKey: undefined })
      const headers = { ...init.headers, accept: 'text/event-stream' }
      notifyListeners()
      const response = await runtime.fetch(url, { ...init, headers, signal: ending.signal, redirect: 'manual' })
      return { response, bearer }
    }
    let { response, bearer } = await ask()
    if (response.status === 401) {
      await response.body?.cancel()
      await token.forget(bearer)
      ;({ response } = await ask())
    }
    const { status, headers, body } = response
    if (status !== 200 || body === null) {
      readAnswer({ status, headers, text: await response.text() }, true, { operation: name })
      throw new ConnectionError('The response is not a stream', { operation: name })
    }
    yield* readSse(chunksOf(body, notifyListeners))
  } finally {
    clearTimeout(silence)
    signal?.removeEventListener('abort', end)
    ending.abort()
  }
}

/** Some platforms cannot iterate a body. */
async function* chunksOf(body: ReadableStream<Uint8Array>, notifyListeners: () => void): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    notifyListeners()
    if (done) return
    yield value
  }
}
