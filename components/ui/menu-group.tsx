'use client'

import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

/** A named group of menu items. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-2 py-1.5 font-medium text-muted-foreground text-xs">{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  )
}
