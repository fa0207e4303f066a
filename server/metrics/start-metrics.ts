import { oncePerProcess } from '@/db/once-per-process'
import { env } from '@/server/env'
import { type Metrics, openMetrics } from './library'
import { type MetricArea, recording } from './metric'

const opened = () => oncePerProcess('metrics', () => ({ metrics: null as Promise<Metrics> | null }))

/** Whether this process serves metrics. */
export function areMetricsServed(): boolean {
  const { METRICS_TOKEN, METRICS_NETWORKS } = env()
  return METRICS_TOKEN !== undefined || METRICS_NETWORKS.length > 0
}

/** Counts from now on; once per process. */
export function startMetrics(areas: readonly MetricArea[]): Promise<Metrics> {
  const state = opened()
  state.metrics ??= openMetrics(areas.flatMap(({ recorded }) => recorded ?? [])).then((metrics) => {
    recording().to = metrics
    return metrics
  })
  return state.metrics
}
