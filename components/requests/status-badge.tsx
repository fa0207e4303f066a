import { toneOfStatus } from '@/components/reference/tone-of-status'
import { Badge } from '@/components/ui/badge'

/** An HTTP status in the colour of its meaning. */
export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOfStatus(status)}>{status}</Badge>
}
