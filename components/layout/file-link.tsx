import type { ReactNode } from 'react'
import { type ButtonLook, buttonStyles } from '@/components/ui/button-styles'

type FileLinkProps = ButtonLook & { href: string; icon?: ReactNode; children: ReactNode }

/** A file of the portal that the browser keeps: never loaded ahead, and no page of its own. */
export function FileLink({ href, variant, size, icon, children }: FileLinkProps) {
  return (
    <a href={href} download className={buttonStyles({ variant, size })}>
      {icon}
      {children}
    </a>
  )
}
