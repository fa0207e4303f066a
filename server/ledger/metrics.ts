import { eq, ne, sum } from 'drizzle-orm'
import { heartbeats, ledgerAccounts } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { DATABASE_KEPT_MS, defineGauge, type MetricArea } from '@/server/metrics/metric'
import { LEDGER_CHECK } from './check-ledger'

const drift = defineGauge({
  name: 'slipway_ledger_drift_currencies',
  help: 'Currencies of whose accounts the balances do not add up to zero now; the nightly check of every entry is the alarm ledger_drift',
  labels: [],
  maxSeries: 1,
})
const checked = defineGauge({
  name: 'slipway_ledger_check_age_seconds',
  help: 'How long ago every entry of the ledger was last added up',
  labels: [],
  maxSeries: 1,
})

export const ledgerArea: MetricArea = {
  readings: [
    {
      name: 'ledger',
      metrics: [drift, checked],
      keptMs: DATABASE_KEPT_MS,
      read: async () => {
        const { db } = workerCtx()
        const { currency, balanceUnits } = ledgerAccounts
        const drifting = await db
          .select({ currency })
          .from(ledgerAccounts)
          .groupBy(currency)
          .having(ne(sum(balanceUnits), '0'))
        const [last] = await db.select().from(heartbeats).where(eq(heartbeats.name, LEDGER_CHECK))
        const age = last ? [checked.of({}, (Date.now() - last.beatAt.getTime()) / 1_000)] : []
        return [drift.of({}, drifting.length), ...age]
      },
    },
  ],
}
