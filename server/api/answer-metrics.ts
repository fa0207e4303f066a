import { isAmong } from '@/server/client-address'
import { env } from '@/server/env'
import type { MetricArea } from '@/server/metrics/metric'
import { readSamples } from '@/server/metrics/read-samples'
import { areMetricsServed, startMetrics } from '@/server/metrics/start-metrics'
import { isTimingSafeEqual } from '@/server/text/is-timing-safe-equal'
import type { ApiAnswer } from './api-request'

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

type Caller = { authorization: string | undefined; clientIp: string | null }

/**
 * The metrics of this process, as Prometheus reads them. Where neither a token nor a network is set, and for callers of
 * other networks, the page is not there (404); a wrong token gets 401.
 */
export async function answerMetrics(
  areas: readonly MetricArea[],
  { authorization, clientIp }: Caller,
): Promise<ApiAnswer> {
  const { METRICS_TOKEN, METRICS_NETWORKS } = env()
  const isNear = METRICS_NETWORKS.length === 0 || (clientIp !== null && isAmong(clientIp, METRICS_NETWORKS))
  if (!areMetricsServed() || !isNear) return { status: 404, headers: { ...TEXT }, body: 'Not found.\n' }
  if (METRICS_TOKEN !== undefined && !isTimingSafeEqual(authorization ?? null, `Bearer ${METRICS_TOKEN}`)) {
    return {
      status: 401,
      headers: { ...TEXT, 'www-authenticate': 'Bearer' },
      body: 'The token of the metrics is needed.\n',
    }
  }
  const metrics = await startMetrics(areas)
  const body = await metrics.write(await readSamples(areas))
  return { status: 200, headers: { ...TEXT, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }, body }
}
