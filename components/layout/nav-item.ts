import type { ReactNode } from 'react'
import type { ItemPaths } from './is-active-path'

/** One destination. `icon` is an element, since components cannot pass from server to client. */
type NavItem = ItemPaths & {
  label: string
  icon: ReactNode
  badge?: ReactNode
}

export type NavGroup = { label?: string; items: readonly NavItem[] }
