import { defaultShouldDehydrateQuery, isServer, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import superjson from 'superjson'
import { isRefusal } from './form/is-refusal'

const FRESH_MS = 10_000
const MAX_RETRIES = 2

/** The cache of server data, made alike on both sides. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // On the server a page would wait for seconds; the browser calls a query again that failed there.
        retry: (failures, error) =>
          !isServer && failures < MAX_RETRIES && !(error instanceof TRPCClientError && isRefusal(error)),
      },
      dehydrate: { serializeData: superjson.serialize, shouldDehydrateQuery: defaultShouldDehydrateQuery },
      hydrate: { deserializeData: superjson.deserialize },
    },
  })
}

/** A session that ended elsewhere must not leave a page full of errors. */
function leaveWhenSignedOut(error: Error): void {
  if (isServer) return
  if (!(error instanceof TRPCClientError) || error.data?.code !== 'UNAUTHORIZED') return
  window.location.assign(`/sign-in?next=${encodeURIComponent(window.location.pathname + window.location.search)}`)
}
