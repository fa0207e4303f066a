import { Amount } from '@/components/ui/amount'
import type { MovedAsset } from './moved-asset'

/** What a transaction moves: a number with its unit, or the words for a call that says nothing of the kind. */
export function MovedAmount({ moved, short }: { moved: MovedAsset; short?: boolean }) {
  if (moved.amount === null) return <span className="whitespace-nowrap text-muted-foreground">{moved.unit}</span>
  return <Amount value={moved.amount} unit={moved.unit} short={short} />
}
