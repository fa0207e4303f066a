'use client'

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client'
import { type ReactNode, useState } from 'react'
import superjson from 'superjson'
import type { AppRouter } from '@/registry/procedures'
import { proofLink } from './people/proof-link'
import { useProof } from './people/use-proof'
import { makeQueryClient } from './query-client'
import { TRPCProvider } from './trpc'

/** Servers and proxies refuse longer ones: more queries are several requests. */
const MAX_URL_LENGTH = 8_000

const ENDPOINT = { url: '/api/trpc', transformer: superjson }

/** The idempotency key that `useAct` passes on. */
function keyHeader({ idempotencyKey }: Record<string, unknown>): Record<string, string> {
  const key: unknown = typeof idempotencyKey === 'function' ? idempotencyKey() : null
  return typeof key === 'string' ? { 'idempotency-key': key } : {}
}

let browserClient: QueryClient | undefined

/** One cache per browser, a new one per request on the server. */
function queryClient(): QueryClient {
  if (typeof window === 'undefined') return makeQueryClient()
  browserClient ??= makeQueryClient()
  return browserClient
}

/** Data for everything inside: the query cache and the typed client. */
export function DataProvider({ children }: { children: ReactNode }) {
  const { ask, dialog } = useProof()
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        proofLink(ask),
        splitLink({
          condition: ({ type }) => type === 'mutation',
          // Each as a separate request: its key is sent in a header.
          true: httpLink({ ...ENDPOINT, headers: ({ op }) => keyHeader(op.context) }),
          false: httpBatchLink({ ...ENDPOINT, maxURLLength: MAX_URL_LENGTH }),
        }),
      ],
    }),
  )
  const cache = queryClient()
  return (
    <QueryClientProvider client={cache}>
      <TRPCProvider trpcClient={client} queryClient={cache}>
        {children}
        {dialog}
      </TRPCProvider>
    </QueryClientProvider>
  )
}
