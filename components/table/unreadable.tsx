import { Alert } from '@/components/ui/alert'

/** Above rows of which some are missing. */
export function Unreadable({ count, of }: { count: number; of: 'page' | 'list' }) {
  if (count === 0) return null
  return (
    <Alert tone="danger" flush>
      {count === 1
        ? `1 row of this ${of} could not be read and is missing`
        : `${count} rows of this ${of} could not be read and are missing`}
      . The operator of this platform has been notified.
    </Alert>
  )
}
