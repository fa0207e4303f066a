import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { AppLink } from './app-link'

/** A link among text or facts, in the colour of links. */
export function TextLink({ className, ...rest }: ComponentProps<typeof AppLink>) {
  return (
    <AppLink
      {...rest}
      className={cn('rounded-sm text-accent-foreground underline-offset-4 hover:underline', className)}
    />
  )
}
