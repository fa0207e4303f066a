'use client'

import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { cn } from './cn'
import { CopyButton } from './copy-button'

type ErrorStateProps = {
  title?: ReactNode
  message: ReactNode
  /** The id from X-Request-Id, by which support finds the request. */
  requestId?: string | null
  onRetry?: () => void
  retrying?: boolean
  className?: string
}

/** The message in place of content that could not be loaded. */
export function ErrorState(props: ErrorStateProps) {
  const { title = 'This could not be loaded', message, requestId, onRetry, retrying, className } = props
  return (
    <div role="alert" className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="mb-4 flex size-11 items-center justify-center rounded-xl bg-danger text-danger-foreground">
        <TriangleAlert aria-hidden className="size-5" />
      </span>
      <p className="font-semibold text-[0.9375rem]">{title}</p>
      <div className="mt-1 max-w-md text-balance text-muted-foreground">{message}</div>
      {requestId ? (
        <p className="mt-3 flex max-w-full items-center gap-1 text-muted-foreground text-xs">
          Request <code className="truncate font-mono">{requestId}</code>
          <CopyButton value={requestId} label="Copy request id" />
        </p>
      ) : null}
      {onRetry ? (
        <Button className="mt-5" icon={<RotateCw aria-hidden />} pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}
