import { AsyncLocalStorage } from 'node:async_hooks'
import { oncePerProcess } from '@/db/once-per-process'

type Attributes = Record<string, string | number | undefined>

type Begin = {
  /** The span it is a part of, as `traceparent` writes it; null begins a trace. */
  parent: string | null
  /** A span of another trace that led to it. */
  link?: string | null
  startedAt?: Date
  attributes?: Attributes
}

/** An open span. */
type Span = {
  /** The context that a child span, or a row that another process continues, keeps of it (W3C Trace Context). */
  traceparent: string
  end: (how?: { attributes?: Attributes; error?: string | null; at?: Date }) => void
}

/** Takes spans. */
export type Tracer = { begin: (name: string, how: Begin) => Span; flush: () => Promise<void> }

/** Nothing is traced while `to` is null, at the cost of reading one field per call. */
export const tracing = () =>
  oncePerProcess('tracing', () => ({ to: null as Tracer | null, current: new AsyncLocalStorage<string>() }))

/** Runs work as a span within the current one. `attributesOf` gives the attributes of its result. */
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

/** Runs work as a part of the trace that a row keeps; as part of the caller's where it keeps none. */
export async function withTraceOf<T>(of: string | null, work: () => Promise<T>): Promise<T> {
  const { to, current } = tracing()
  return to === null || of === null ? work() : current.run(of, work)
}

/** Notes a span that is over, of a trace that a row keeps. Rows without one are not traced. */
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

/** The span that the caller runs in, for a row to keep; null where nothing is traced. */
export function currentTraceparent(): string | null {
  const { to, current } = tracing()
  return to === null ? null : (current.getStore() ?? null)
}

/** The id of the trace that the caller runs in, for a log line. */
export function currentTraceId(): string | null {
  return currentTraceparent()?.split('-')[1] ?? null
}
