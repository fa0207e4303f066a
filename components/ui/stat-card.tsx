import type { ReactNode } from 'react'
import { Skeleton } from './skeleton'

type StatCardProps = { label: string; value: ReactNode; hint?: ReactNode; icon?: ReactNode; loading?: boolean }

/** One figure with its name. */
export function StatCard({ label, value, hint, icon, loading }: StatCardProps) {
  return (
    <div className="min-w-0 rounded-lg border bg-surface px-5 py-4 shadow-card" aria-busy={loading || undefined}>
      <div className="flex items-center justify-between gap-2 text-muted-foreground [&_svg]:size-4">
        <p className="text-[0.8125rem]">{label}</p>
        {icon}
      </div>
      <div className="tabular mt-1.5 min-h-8 truncate font-semibold text-2xl leading-8 tracking-tight">
        {loading ? <Skeleton className="mt-1 h-6 w-24" /> : value}
      </div>
      {hint ? <p className="mt-0.5 text-muted-foreground text-xs">{hint}</p> : null}
    </div>
  )
}
