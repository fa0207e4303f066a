import type { ReactNode } from 'react'
import type { ItemPaths } from './is-active-path'

/** One destination. `icon` is an element, since components cannot pass from server to client. */
type NavItem = ItemPaths & {
  label: string
  icon: ReactNode
  badge?: ReactNode
}

/** `collapsed`: shows its name alone, until a person opens it or is on one of its pages. */
export type NavGroup = { label?: string; collapsed?: boolean; items: readonly NavItem[] }
