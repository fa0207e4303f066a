import { StatLink } from '@/components/layout/stat-link'
import { StatCard } from '@/components/ui/stat-card'
import { groupDigits } from '@/server/money/display-amount'

type DeliveryCountsProps = {
  /** The list of its deliveries, which a status narrows. */
  href: string
  of: { deliveredCount: number; failedCount: number; droppedCount: number; undecodableCount?: number }
}

/** The numbers of delivered, failed, dropped and undecodable events of a destination. */
export function DeliveryCounts({
  href,
  of: { deliveredCount, failedCount, droppedCount, undecodableCount },
}: DeliveryCountsProps) {
  return (
    <div
      className={`grid gap-4 ${undecodableCount === undefined ? 'sm:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-4'}`}
    >
      <StatLink
        label="Delivered"
        value={groupDigits(String(deliveredCount))}
        hint="Without test events"
        href={`${href}&status=delivered`}
      />
      <StatLink
        label="Failed"
        value={groupDigits(String(failedCount))}
        hint="Events that failed after about a day of retries"
        href={`${href}&status=failed`}
      />
      <StatCard label="Dropped" value={droppedCount} hint="Events not sent while paused" />
      {undecodableCount === undefined ? null : (
        <StatCard label="Not decoded" value={undecodableCount} hint="Logs that do not match the declared events" />
      )}
    </div>
  )
}
