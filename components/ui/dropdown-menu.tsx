'use client'

import { Menu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn'
import { popupStyles } from './popup-styles'

type DropdownMenuProps = {
  /** The element that opens it, usually a Button. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  className?: string
  /** MenuItem, MenuGroup, MenuSeparator. */
  children: ReactNode
}

export function DropdownMenu({ trigger, align = 'end', side = 'bottom', className, children }: DropdownMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align={align} side={side} className="z-50 outline-none">
          <Menu.Popup className={cn(popupStyles, 'min-w-44 max-w-[calc(100vw-2rem)]', className)}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
