import { cn } from '@/components/ui/cn'
import type { HolderView } from '@/schemas/tokens/holders/contract'
import { shareText } from './share-text'

/** The number of holders with a separate colour; the others share one. */
const SHOWN = 5
const COLORS = ['bg-primary', 'bg-primary/85', 'bg-primary/70', 'bg-primary/55', 'bg-primary/40'] as const
const REST = 'bg-muted-foreground/30'

type Part = { name: string; percent: number; color: string }

/** The shares of the supply: the largest holders, and all others together. */
export function ShareChart({ holders }: { holders: readonly HolderView[] }) {
  const parts = toParts(holders)
  return (
    <div className="border-b px-5 py-4">
      <div
        role="img"
        aria-label={`Shares: ${parts.map(({ name, percent }) => `${name} ${shareText(percent, 2)}`).join(', ')}`}
        className="flex h-3 gap-0.5 overflow-hidden rounded-full"
      >
        {parts.map(({ name, percent, color }) => (
          <div
            key={name}
            title={`${name}: ${shareText(percent, 2)}`}
            className={cn('min-w-1', color)}
            style={{ width: `${percent}%` }}
          />
        ))}
      </div>
      <ul aria-hidden className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
        {parts.map(({ name, percent, color }) => (
          <li key={name} className="flex min-w-0 items-center gap-2">
            <span className={cn('size-2.5 shrink-0 rounded-full', color)} />
            <span className="max-w-40 truncate">{name}</span>
            <span className="tabular text-muted-foreground">{shareText(percent, 2)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The rest of the whole belongs to the holders without a separate part. */
function toParts(holders: readonly HolderView[]): Part[] {
  const parts = holders.slice(0, SHOWN).map(({ investorId, address, sharePercent }, n) => ({
    name: nameOf({ investorId, address }),
    percent: Number(sharePercent),
    color: COLORS[n] ?? REST,
  }))
  const rest = 100 - parts.reduce((sum, { percent }) => sum + percent, 0)
  return holders.length > SHOWN && rest > 0 ? [...parts, { name: 'All others', percent: rest, color: REST }] : parts
}

/** The ends of the addresses distinguish two wallets of an investor. */
function nameOf({ investorId, address }: Pick<HolderView, 'investorId' | 'address'>): string {
  return `${investorId ?? 'token admin'} …${address.slice(-4)}`
}
