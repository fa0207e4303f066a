import { defineHistogram, type MetricArea } from '@/server/metrics/metric'

export const broadcastSeconds = defineHistogram({
  name: 'slipway_accept_to_broadcast_seconds',
  help: 'From the acceptance of a transaction to its first broadcast; `after` names what it waited for outside our work',
  labels: ['chain', 'after'],
  maxSeries: 40,
  bounds: [1, 2, 5, 10, 20, 60, 300],
})

export const engineArea: MetricArea = { recorded: [broadcastSeconds] }
