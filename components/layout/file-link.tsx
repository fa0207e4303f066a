import type { ReactNode } from 'react'
import { type ButtonDisplay, buttonStyles } from '@/components/ui/button-styles'

type FileLinkProps = ButtonDisplay & { href: string; icon?: ReactNode; children: ReactNode }

/** A file of the portal that the browser keeps: never loaded ahead, and no separate page. */
export function FileLink({ href, variant, size, icon, children }: FileLinkProps) {
  return (
    <a href={href} download className={buttonStyles({ variant, size })}>
      {icon}
      {children}
    </a>
  )
}
