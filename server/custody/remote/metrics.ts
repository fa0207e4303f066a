import { defineCounter, defineHistogram, type MetricArea } from '@/server/metrics/metric'

const OPERATIONS = 7

export const signerRequests = defineCounter({
  name: 'slipway_signer_requests_total',
  help: 'What the signer was asked, by outcome: answered, refused (it says why), silent',
  labels: ['operation', 'outcome'],
  maxSeries: 3 * OPERATIONS,
})
export const signerSeconds = defineHistogram({
  name: 'slipway_signer_seconds',
  help: 'How long the signer takes to answer',
  labels: ['operation'],
  maxSeries: OPERATIONS,
  bounds: [0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
})

/** Calls to the separate signer process. */
export const signerArea: MetricArea = { recorded: [signerRequests, signerSeconds] }
