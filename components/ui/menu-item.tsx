'use client'

import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn'

type MenuItemProps = {
  icon?: ReactNode
  hint?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Marks the current choice among several. */
  checked?: boolean
  /** A link element such as `<AppLink href="…" />`; the item then navigates. */
  link?: ReactElement
  onSelect?: () => void
  children: ReactNode
}

/** One line of a DropdownMenu: an action, a choice or, with `link`, a destination. */
export function MenuItem({ icon, hint, danger, disabled, checked, link, onSelect, children }: MenuItemProps) {
  const className = cn(
    "flex min-h-8 items-center gap-2.5 rounded px-2 py-1.5 text-sm outline-none data-highlighted:bg-muted data-disabled:opacity-55 [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
    danger ? 'text-danger-foreground data-highlighted:bg-danger' : '[&>svg]:text-muted-foreground',
  )
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {hint ? <span className="block truncate text-muted-foreground text-xs">{hint}</span> : null}
      </span>
      {checked ? <Check aria-label="(current)" className="size-4" /> : null}
    </>
  )
  if (link) {
    return (
      <Menu.LinkItem render={link} closeOnClick className={className}>
        {content}
      </Menu.LinkItem>
    )
  }
  return (
    <Menu.Item disabled={disabled} onClick={onSelect} className={className}>
      {content}
    </Menu.Item>
  )
}
