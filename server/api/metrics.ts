import { defineCounter, defineGauge, defineHistogram, type MetricArea } from '@/server/metrics/metric'
import { isOk, type ReadinessCheck, runCheck } from '@/server/readiness-check'

/** More than there are operations: a path that none serves is one of them. */
const MAX_OPERATIONS = 100

export const apiRequests = defineCounter({
  name: 'slipway_api_requests_total',
  help: 'Requests to the API by operation and status',
  labels: ['operation', 'status'],
  maxSeries: 400,
})
export const apiSeconds = defineHistogram({
  name: 'slipway_api_request_seconds',
  help: 'How long the API takes to answer, without reading and compressing; calls that wait for an outcome included',
  labels: ['operation'],
  maxSeries: MAX_OPERATIONS,
  bounds: [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
})
export const answers = defineCounter({
  name: 'slipway_http_answers_total',
  help: 'Answers of the server by what was asked (api, portal, page, static, jobs, probe) and class of status; `aborted` where the caller left',
  labels: ['door', 'status'],
  maxSeries: 42,
})
export const answerSeconds = defineHistogram({
  name: 'slipway_http_answer_seconds',
  help: 'How long an answer takes from the first byte of its request to the last of the answer',
  labels: ['door'],
  maxSeries: 6,
  bounds: [0.025, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 10],
})
const ready = defineGauge({
  name: 'slipway_ready',
  help: '1 where a check of /readyz is ok, else 0',
  labels: ['check'],
  maxSeries: 10,
})

/** Requests, and what `/readyz` says. */
export function apiArea(checks: readonly ReadinessCheck[]): MetricArea {
  const read = () =>
    Promise.all(checks.map(async (check) => ready.of({ check: check.name }, isOk(await runCheck(check)) ? 1 : 0)))
  return {
    recorded: [apiRequests, apiSeconds, answers, answerSeconds],
    readings: [{ name: 'readiness', metrics: [ready], keptMs: 0, read }],
  }
}
