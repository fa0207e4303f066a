import { AsyncLocalStorage } from 'node:async_hooks'
import { oncePerProcess } from '@/db/once-per-process'

type Attributes = Record<string, string | number | undefined>

type Begin = {
  /** The parent span as `traceparent`; null starts a trace. */
  parent: string | null
  /** A span of another trace that caused this one. */
  link?: string | null
  startedAt?: Date
  attributes?: Attributes
}

/** An open span. */
type Span = {
  /** The W3C Trace Context of the span, for child spans and for rows that another process continues. */
  traceparent: string
  end: (how?: { attributes?: Attributes; error?: string | null; at?: Date }) => void
}

/** Records spans and sends them to the collector. */
export type Tracer = { begin: (name: string, how: Begin) => Span; flush: () => Promise<void> }

/** Nothing is traced while `to` is null, at the cost of reading one field per call. */
export const tracing = () =>
  oncePerProcess('tracing', () => ({ to: null as Tracer | null, current: new AsyncLocalStorage<string>() }))

/** Runs work as a child span of the current one. `attributesOf` returns the attributes for its result. */
export async function withSpan<T>(
  name: string,
  work: () => Promise<T>,
  attributesOf: (result: T) => Attributes = () => ({}),
): Promise<T> {
  const { to, current } = tracing()
  if (to === null) return work()
  const span = to.begin(name, { parent: current.getStore() ?? null })
  try {
    const result = await current.run(span.traceparent, work)
    span.end({ attributes: attributesOf(result) })
    return result
  } catch (error) {
    span.end({ error: error instanceof Error ? error.name : 'unknown' })
    throw error
  }
}

/** Runs work in the trace of a row, or in the caller's trace if the row has none. */
export async function withTraceOf<T>(of: string | null, work: () => Promise<T>): Promise<T> {
  const { to, current } = tracing()
  return to === null || of === null ? work() : current.run(of, work)
}

/** Records a finished span of the trace that a row keeps. Rows without a trace are not traced. */
export function recordSpan(
  name: string,
  {
    of,
    startedAt,
    attributes,
    error,
  }: { of: string | null; startedAt: Date; attributes?: Attributes; error?: string | null },
): void {
  const { to, current } = tracing()
  if (to === null || of === null) return
  to.begin(name, { parent: of, link: current.getStore(), startedAt, attributes }).end({ error })
}

/** The span that the caller runs in, for a row to keep; null if nothing is traced. */
export function currentTraceparent(): string | null {
  const { to, current } = tracing()
  return to === null ? null : (current.getStore() ?? null)
}

/** The id of the trace that the caller runs in, for a log line. */
export function currentTraceId(): string | null {
  return currentTraceparent()?.split('-')[1] ?? null
}
