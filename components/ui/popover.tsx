'use client'

import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn'
import { popupStyles } from './popup-styles'

type PopoverProps = {
  /** The element that opens it, usually a Button. */
  trigger: ReactElement
  title: string
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

export function Popover({ trigger, title, align = 'start', className, children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-50">
          <Base.Popup className={cn(popupStyles, 'w-72 max-w-[calc(100vw-2rem)] p-4', className)}>
            <Base.Title className="mb-2 font-semibold text-sm">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
