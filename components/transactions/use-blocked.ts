import { useQueries } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { MAX_SCREENED_AT_ONCE } from '@/schemas/screening/words'

/** Those of these addresses that are blocked for the project; null until it is known of all. */
export function useBlocked(projectId: string, addresses: readonly string[]): ReadonlySet<string> | null {
  const trpc = useTRPC()
  const parts = Array.from({ length: Math.ceil(addresses.length / MAX_SCREENED_AT_ONCE) }, (_, part) =>
    addresses.slice(part * MAX_SCREENED_AT_ONCE, (part + 1) * MAX_SCREENED_AT_ONCE),
  )
  return useQueries({
    queries: parts.map((some) => trpc.screening.findBlocked.queryOptions({ projectId, addresses: some })),
    combine: toBlocked,
  })
}

function toBlocked(parts: readonly { data: readonly string[] | undefined }[]): ReadonlySet<string> | null {
  if (parts.some(({ data }) => data === undefined)) return null
  return new Set(parts.flatMap(({ data }) => data ?? []))
}
