'use client'

import { type ReactNode, type SubmitEventHandler, useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { ProblemAlert } from '@/components/ui/problem-alert'

type SubmitEvent = Parameters<SubmitEventHandler<HTMLFormElement>>[0]

type FormShellProps = {
  /** From `form.handleSubmit(...)`. */
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** The server's refusal, or null. */
  error: string | null
  /** The page that resolves it. */
  resolvePath?: string
  id?: string
  className?: string
  children: ReactNode
}

/**
 * A form on a page: the server's refusal on top, fields below each other. End it with SubmitButton. A second submit
 * while one is in progress is ignored, before React has rendered anything.
 */
export function FormShell({ onSubmit, error, resolvePath, id, className, children }: FormShellProps) {
  const isSubmitting = useRef(false)
  async function submitOnce(event: SubmitEvent) {
    event.preventDefault()
    if (isSubmitting.current) return
    isSubmitting.current = true
    try {
      await onSubmit(event)
    } finally {
      isSubmitting.current = false
    }
  }
  return (
    <form id={id} method="post" noValidate onSubmit={submitOnce} className={cn('space-y-4', className)}>
      {error ? (
        <div key={error} ref={intoView}>
          <ProblemAlert problem={error} resolvePath={resolvePath} />
        </div>
      ) : null}
      {children}
    </form>
  )
}

/** In a long form the button may be far from the top. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
