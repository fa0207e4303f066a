'use client'

import { SearchX } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'

type QueryErrorProps = {
  query: {
    error: { message: string; data?: { code: string; requestId: string | null } | null } | null
    refetch: () => unknown
    isFetching: boolean
  }
  title?: string
}

/** What stands in place of data that could not be loaded: the server's words, the request id, another try. */
export function QueryError({ query, title }: QueryErrorProps) {
  const { error } = query
  if (error?.data?.code === 'NOT_FOUND') {
    return (
      <EmptyState icon={<SearchX aria-hidden />} title={error.message}>
        It may be gone, mistyped, or belong to another business.
      </EmptyState>
    )
  }
  // Without data the answer did not come from a procedure.
  const message = error?.data ? error.message : 'The server could not be reached. Check your connection and try again.'
  return (
    <ErrorState
      title={title}
      message={message}
      requestId={error?.data?.requestId}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
