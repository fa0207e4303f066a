import { StatCard } from '@/components/ui/stat-card'

type DeliveryCountsProps = {
  of: { deliveredCount: number; failedCount: number; droppedCount: number; undecodableCount?: number }
}

/** The numbers of delivered, failed, dropped and undecodable events of a receiver. */
export function DeliveryCounts({
  of: { deliveredCount, failedCount, droppedCount, undecodableCount },
}: DeliveryCountsProps) {
  return (
    <div
      className={`grid gap-4 ${undecodableCount === undefined ? 'sm:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-4'}`}
    >
      <StatCard label="Delivered" value={deliveredCount} hint="Events delivered" />
      <StatCard label="Failed" value={failedCount} hint="Events that failed after about a day of retries" />
      <StatCard label="Dropped" value={droppedCount} hint="Events not sent while paused" />
      {undecodableCount === undefined ? null : (
        <StatCard label="Not decoded" value={undecodableCount} hint="Logs that do not match the declared events" />
      )}
    </div>
  )
}
