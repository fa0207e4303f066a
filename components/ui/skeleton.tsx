import { cn } from './cn'

/** A grey placeholder with the size of the coming content. Hidden for 300 ms, so that quick loads do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className="block animate-late">
      <span className={cn('block h-4 w-full animate-pulse rounded bg-muted', className)} />
    </span>
  )
}
