'use client'

import { ErrorState } from '@/components/ui/error-state'

type ErrorPageProps = { error: unknown; retry: () => void }

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <ErrorState
        title="This page could not be shown"
        message="Something failed on our side. Nothing you did was lost; try again, and quote the request if it stays."
        requestId={toDigest(error)}
        onRetry={retry}
      />
    </div>
  )
}

function toDigest(error: unknown): string | null {
  if (!(error instanceof Error) || !('digest' in error)) return null
  return typeof error.digest === 'string' ? error.digest : null
}
