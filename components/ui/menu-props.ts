import type { ComponentProps, ReactElement, ReactNode } from 'react'
import type { Button } from './button'

/** One line of a menu: an action, a choice or, with `link`, a destination. */
export type MenuEntry = {
  key: string
  label: ReactNode
  icon?: ReactNode
  hint?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Marks the current choice among several. */
  checked?: boolean
  /** A link element such as `<AppLink href="…" />`; the item then navigates. */
  link?: ReactElement
  onSelect?: () => void
}

export type MenuProps = {
  /** The Button that opens it. */
  trigger: ReactElement<ComponentProps<typeof Button>>
  items: readonly MenuEntry[]
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  className?: string
  /** Names the items as a group. */
  label?: string
  /** Shown above the items. */
  head?: ReactNode
}

/** The input method that first opened the menu; it decides where the focus goes. */
export type MenuOpener = 'pointer' | 'keyboard'
