'use client'

import type { ReactNode, SubmitEventHandler } from 'react'
import { Alert } from '@/components/ui/alert'
import { cn } from '@/components/ui/cn'

type FormShellProps = {
  /** From `form.handleSubmit(...)`. */
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** The server's refusal, or null. */
  error: string | null
  id?: string
  className?: string
  children: ReactNode
}

/** A form on a page: the server's refusal on top, fields one under another. End it with SubmitButton. */
export function FormShell({ onSubmit, error, id, className, children }: FormShellProps) {
  return (
    <form id={id} noValidate onSubmit={onSubmit} className={cn('space-y-4', className)}>
      {error ? <Alert tone="danger">{error}</Alert> : null}
      {children}
    </form>
  )
}
