import { useQueries } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { MAX_SCREENED_AT_ONCE } from '@/schemas/screening/words'

/** `blocked`: null while it is not known for every address. `isPending`: the query is still running. */
type Blocked = { blocked: ReadonlySet<string> | null; isPending: boolean }

/** The addresses among these that are blocked for the project. */
export function useBlocked(projectId: string, addresses: readonly string[]): Blocked {
  const trpc = useTRPC()
  const parts = Array.from({ length: Math.ceil(addresses.length / MAX_SCREENED_AT_ONCE) }, (_, part) =>
    addresses.slice(part * MAX_SCREENED_AT_ONCE, (part + 1) * MAX_SCREENED_AT_ONCE),
  )
  return useQueries({
    queries: parts.map((some) => trpc.screening.findBlocked.queryOptions({ projectId, addresses: some })),
    combine: toBlocked,
  })
}

function toBlocked(parts: readonly { data: readonly string[] | undefined; isPending: boolean }[]): Blocked {
  const isKnown = parts.every(({ data }) => data !== undefined)
  return {
    blocked: isKnown ? new Set(parts.flatMap(({ data }) => data ?? [])) : null,
    isPending: parts.some(({ isPending }) => isPending),
  }
}
