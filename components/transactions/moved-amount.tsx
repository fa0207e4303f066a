import { Amount } from '@/components/ui/amount'
import type { MovedAsset } from './moved-asset'

/** The amount that a transaction moves, with its unit. Calls without a known amount show a text instead. */
export function MovedAmount({ moved, exact }: { moved: MovedAsset; exact?: boolean }) {
  if (moved.amount === null) return <span className="whitespace-nowrap text-muted-foreground">{moved.unit}</span>
  return <Amount value={moved.amount} unit={moved.unit} exact={exact} />
}
