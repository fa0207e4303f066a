import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { cache, type ReactNode } from 'react'
import { makeQueryClient } from '@/components/query-client'
import { appRouter } from '@/registry/for-pages'
import { callContext } from './session'

const getQueryClient = cache(makeQueryClient)

/** Query options for pages: the keys of the client's hooks, answered in this process. */
export const trpc = createTRPCOptionsProxy({ ctx: callContext, router: appRouter, queryClient: getQueryClient })

/** Loads one query for the components inside `Hydrate`. The browser repeats a failed query and shows its error. */
export const prefetch: ReturnType<typeof makeQueryClient>['prefetchQuery'] = (options) =>
  getQueryClient().prefetchQuery(options)

/** Passes prefetched data to the browser. */
export function Hydrate({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(getQueryClient())}>{children}</HydrationBoundary>
}

/** Runs a query on the server for a layout itself; shared with the hooks like a prefetch. */
export const fetchQuery: ReturnType<typeof makeQueryClient>['fetchQuery'] = (options) =>
  getQueryClient().fetchQuery(options)
