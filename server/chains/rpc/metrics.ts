import { defineCounter } from '@/server/metrics/metric'

/** The endpoints of all chains together. */
export const MAX_ENDPOINTS = 60

export const rpcRequests = defineCounter({
  name: 'slipway_rpc_requests_total',
  help: 'Requests to the endpoints of chains: `answered`, or `failed` (out of reach, refused, limited)',
  labels: ['chain', 'endpoint', 'outcome'],
  maxSeries: 2 * MAX_ENDPOINTS,
})
export const rpcSeconds = defineCounter({
  name: 'slipway_rpc_seconds_total',
  help: 'How long requests to an endpoint took, all together',
  labels: ['chain', 'endpoint'],
  maxSeries: MAX_ENDPOINTS,
})
