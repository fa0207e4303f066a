'use client'

import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

type TooltipProps = {
  /** Without it the trigger stands alone. */
  content: ReactNode
  /** One focusable element; it becomes the trigger. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/** A hint for sighted users; whatever it says must also be reachable another way. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root disabled={!content}>
      <Base.Trigger render={children} />
      {content ? (
        <Base.Portal>
          <Base.Positioner side={side} sideOffset={6} className="z-50">
            <Base.Popup className="max-w-72 rounded-md bg-foreground px-2.5 py-1.5 text-background text-xs leading-4 shadow-popup transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
              {content}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      ) : null}
    </Base.Root>
  )
}
