import type { ReactNode } from 'react'
import { cn } from './cn'
import { Skeleton } from './skeleton'

type StatCardProps = {
  label: string
  value: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  loading?: boolean
  /** Whether the card is inside a link to the list that it counts. */
  isLink?: boolean
}

/** One figure with its name, below a rule. */
export function StatCard({ label, value, hint, icon, loading, isLink }: StatCardProps) {
  return (
    <div
      className={cn(
        'min-w-0 border-rule border-t-2 pt-2.5 pb-1',
        isLink && 'transition-colors group-hover:border-signal [&_.figure]:group-hover:text-accent-foreground',
      )}
      aria-busy={loading || undefined}
    >
      <div className="flex items-center justify-between gap-2 text-muted-foreground [&_svg]:size-4">
        <p className="text-[0.8125rem]">{label}</p>
        {icon}
      </div>
      <div className="figure mt-1 min-h-9 truncate text-[1.625rem] leading-9 transition-colors">
        {loading ? <Skeleton className="mt-1.5 h-6 w-24" /> : value}
      </div>
      {hint ? <p className="mt-0.5 text-muted-foreground text-xs">{hint}</p> : null}
    </div>
  )
}
