import { Badge } from '@/components/ui/badge'

/** An HTTP status in the colour of what it means. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'
  return <Badge tone={tone}>{status}</Badge>
}
