import type { ReactNode } from 'react'

/** One destination. `icon` is an element, since components cannot pass from server to client. */
type NavItem = {
  href: string
  label: string
  icon: ReactNode /** Active on this path alone, not below it. */
  exact?: boolean
  badge?: ReactNode
}

export type NavGroup = { label?: string; items: readonly NavItem[] }
