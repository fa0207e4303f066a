import type { ReactNode } from 'react'
import { cn } from './cn'

type LabelProps = { htmlFor: string; className?: string; children: ReactNode }

/** A label outside FormField. */
export function Label({ htmlFor, className, children }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className={cn('font-medium text-[0.8125rem]', className)}>
      {children}
    </label>
  )
}
