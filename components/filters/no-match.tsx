import { SearchX } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

/** The message of a list whose filters match nothing. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="Nothing matches these filters"
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}
