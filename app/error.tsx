'use client'

import { ErrorState } from '@/components/ui/error-state'

type ErrorPageProps = { error: unknown; retry: () => void }

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <ErrorState
        title="This page could not be displayed"
        message="Something went wrong on our side. Try again. If the problem persists, contact support and quote the request id."
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
