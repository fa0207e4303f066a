import { DATABASE_KEPT_MS, defineGauge, type MetricArea } from '@/server/metrics/metric'
import { isRecovering } from './is-recovering'

const recovering = defineGauge({
  name: 'slipway_recovering',
  help: '1 while nothing is sent because the database may be older than its chains, or an operator stopped it',
  labels: [],
  maxSeries: 1,
})

export const recoveryArea: MetricArea = {
  readings: [
    {
      name: 'recovery',
      metrics: [recovering],
      keptMs: DATABASE_KEPT_MS,
      read: async () => [recovering.of({}, (await isRecovering()) ? 1 : 0)],
    },
  ],
}
