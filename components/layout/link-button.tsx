import type { ComponentProps, ReactNode } from 'react'
import { type ButtonDisplay, buttonStyles } from '@/components/ui/button-styles'
import { cn } from '@/components/ui/cn'
import { AppLink } from './app-link'

type LinkButtonProps = ComponentProps<typeof AppLink> & ButtonDisplay & { icon?: ReactNode }

/** A link that looks like a button; it stays a link for screen readers and the middle mouse button. */
export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <AppLink {...rest} className={cn(buttonStyles({ variant, size }), className)}>
      {icon}
      {children}
    </AppLink>
  )
}
