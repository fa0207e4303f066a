import { cn } from './cn'

/** A grey stand-in of the coming content's size. Stays hidden for 300 ms so that quick loads do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className="block animate-late">
      <span className={cn('block h-4 w-full animate-pulse rounded bg-muted', className)} />
    </span>
  )
}
