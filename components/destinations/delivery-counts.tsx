import { StatCard } from '@/components/ui/stat-card'

type DeliveryCountsProps = { of: { deliveredCount: number; failedCount: number; droppedCount: number } }

/** What became of a receiver's events. */
export function DeliveryCounts({ of: { deliveredCount, failedCount, droppedCount } }: DeliveryCountsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard label="Delivered" value={deliveredCount} hint="Events that arrived" />
      <StatCard label="Failed" value={failedCount} hint="Events given up after about a day" />
      <StatCard label="Dropped" value={droppedCount} hint="Events never tried: it was paused" />
    </div>
  )
}
