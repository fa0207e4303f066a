import { env } from '@/server/env'
import { tracing } from './trace'

/** Traces from now on, where OTEL_EXPORTER_OTLP_ENDPOINT says where to. Loads the library only then. */
export async function startTracing(): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = env()
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const { openTracer } = await import('./library')
  tracing().to = openTracer(OTEL_EXPORTER_OTLP_ENDPOINT)
}

/** Sends pending spans. If the collector is unavailable, only its spans are lost. */
export async function flushTraces(): Promise<void> {
  await tracing()
    .to?.flush()
    .catch(() => {})
}
