'use client'

import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { buttonStyles } from './button-styles'
import { cn } from './cn'
import { dialogStyles } from './dialog-styles'

type SheetProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  /** Read by screen readers; shown unless `head` replaces it. */
  title: string
  head?: ReactNode
  side?: 'left' | 'right'
  className?: string
  children: ReactNode
}

const SIDES = {
  left: 'left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  right: 'right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
}

/** A panel that slides in from an edge: the navigation on a phone, details next to a list. */
export function Sheet({ open, onOpenChange, trigger, title, head, side = 'left', className, children }: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger ? <Dialog.Trigger render={trigger} /> : null}
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.backdrop} />
        <Dialog.Popup
          className={cn(
            'fixed inset-y-0 z-50 flex w-76 max-w-[88vw] flex-col bg-surface text-foreground shadow-popup outline-none transition-transform duration-200 ease-out',
            SIDES[side],
            className,
          )}
        >
          <div className="flex h-14 shrink-0 items-center justify-between gap-3 px-4">
            <Dialog.Title className={cn('font-semibold text-base', head && 'sr-only')}>{title}</Dialog.Title>
            {head}
            <Dialog.Close aria-label="Close" className={buttonStyles({ variant: 'ghost', size: 'icon' })}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
