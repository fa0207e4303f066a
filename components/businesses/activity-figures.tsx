import { StatCard } from '@/components/ui/stat-card'
import { Time } from '@/components/ui/time'
import type { BusinessActivity } from '@/schemas/businesses/contract'
import { displayUsd } from '@/server/money/display-amount'

/** The activity of a business in the last 30 days, and its current problems. */
export function ActivityFigures({ activity }: { activity: BusinessActivity }) {
  const { volumeUsd, transactions, lastCallAt, failingDestinations } = activity
  const ended = transactions.ok + transactions.failed
  return (
    <section aria-label="Activity" className="grid grid-cols-2 gap-4 md:grid-cols-4">
      <StatCard label="Mainnet volume, 30 days" value={displayUsd(volumeUsd)} hint="Sent by its transactions" />
      <StatCard
        label="Transactions, 30 days"
        value={ended.toLocaleString('en-US')}
        hint={transactions.failed === 0 ? 'None failed' : `${transactions.failed.toLocaleString('en-US')} failed`}
      />
      <StatCard
        label="Last API call"
        value={<Time value={lastCallAt} fallback="Never" className="whitespace-nowrap text-lg" />}
        hint="By any of its keys"
      />
      <StatCard
        label="Failing destinations"
        value={failingDestinations}
        hint="Webhook endpoints and event subscriptions"
      />
    </section>
  )
}
