import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Tracer } from './trace'

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Sends spans to a collector (OTLP over HTTP); the only file that knows the library. */
export function openTracer(endpoint: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'slipway', 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('slipway')
  return {
    begin(name, { parent, link, startedAt, attributes }) {
      const span = tracer.startSpan(
        name,
        { startTime: startedAt, attributes, links: toLinks(link), root: parent === null },
        toContext(parent),
      )
      return {
        traceparent: toTraceparent(span.spanContext()),
        end({ attributes: more, error, at } = {}) {
          if (more) span.setAttributes(more)
          if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
          span.end(at)
        },
      }
    },
    flush: () => provider.forceFlush(),
  }
}

function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

function toContext(traceparent: string | null): Context {
  const parentContext = toSpanContext(traceparent)
  return parentContext ? trace.setSpanContext(ROOT_CONTEXT, parentContext) : ROOT_CONTEXT
}

function toLinks(traceparent: string | null | undefined): Link[] {
  const parentContext = toSpanContext(traceparent)
  return parentContext ? [{ context: parentContext }] : []
}

/** Null for a text that no span wrote, so that a damaged row gets a separate trace. */
function toSpanContext(traceparent: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}
