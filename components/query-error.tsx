'use client'

import { SearchX } from 'lucide-react'
import { resolvePathOf } from '@/components/form/resolve-path-of'
import { LinkButton } from '@/components/layout/link-button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { type QueryFailure, queryErrorText } from './query-error-text'

type QueryErrorProps = {
  query: {
    error: QueryFailure | null
    refetch: () => unknown
    isFetching: boolean
  }
  title?: string
  /** The list that would contain the missing record. */
  back?: { label: string; href: string }
}

function Message({ error }: { error: QueryFailure }) {
  const resolvePath = resolvePathOf(error)
  return (
    <>
      {queryErrorText(error)}{' '}
      {resolvePath ? (
        <a href={resolvePath} className="font-medium underline underline-offset-4">
          See plans
        </a>
      ) : null}
    </>
  )
}

/** Replaces data that could not be loaded: the server's message, the request id, another try. */
export function QueryError({ query, title, back }: QueryErrorProps) {
  const { error } = query
  if (error?.data?.code === 'NOT_FOUND') {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={error.message}
        action={back ? <LinkButton href={back.href}>Back to {back.label}</LinkButton> : null}
      >
        It may have been removed, be mistyped, or belong to another business.
      </EmptyState>
    )
  }
  return (
    <ErrorState
      title={title}
      message={error && <Message error={error} />}
      requestId={error?.data?.requestId}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
