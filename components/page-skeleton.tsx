import { Skeleton } from '@/components/ui/skeleton'

/** The shape of a loading page: title, filters, rows. */
export function PageSkeleton() {
  return (
    <div role="status" className="mx-auto w-full max-w-6xl space-y-6 px-4 py-6 sm:px-6 lg:px-10 lg:py-9">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-9 w-full max-w-md" />
      <Skeleton className="h-72" />
    </div>
  )
}
