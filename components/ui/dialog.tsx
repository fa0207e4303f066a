'use client'

import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, use } from 'react'
import { buttonStyles } from './button-styles'
import { cn } from './cn'
import { dialogStyles } from './dialog-styles'
import { OpeningInput } from './opening-input'

type DialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The element that opens it; leave out when `open` is controlled from elsewhere. */
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /**
   * Prevents Escape, the backdrop and the cross from closing it, while work is in progress or a secret is shown once.
   */
  locked?: boolean
  /** The element that gets the focus when it opens; null for the first that can have it. */
  initialFocus?: () => HTMLElement | null
  children?: ReactNode
}

/** A modal with title, body and footer. For confirmations use ConfirmDialog. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, trigger, title, description, footer, size = 'md', locked, initialFocus, children } = props
  const openedBy = use(OpeningInput)
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={locked}
      onOpenChange={(next, details) => {
        if (locked && !next) return details.cancel()
        onOpenChange?.(next)
      }}
    >
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <Base.Portal>
        <Base.Backdrop className={dialogStyles.backdrop} />
        <Base.Viewport className={dialogStyles.viewport}>
          <Base.Popup
            className={cn(dialogStyles.popup, dialogStyles[size])}
            // On a touch screen a focused field would open the keyboard over the dialog.
            initialFocus={initialFocus && ((opener) => (opener || openedBy) === 'touch' || initialFocus())}
          >
            <header className="flex items-start justify-between gap-4 px-5 pt-5">
              <div className="min-w-0">
                <Base.Title className="font-semibold text-base leading-6 tracking-tight">{title}</Base.Title>
                {description ? (
                  <Base.Description className="wrap-anywhere mt-1 text-muted-foreground">
                    {description}
                  </Base.Description>
                ) : null}
              </div>
              {locked ? null : (
                <Base.Close
                  aria-label="Close"
                  className={cn(
                    buttonStyles({ variant: 'ghost', size: 'icon-sm' }),
                    '-mt-0.5 -mr-1.5 text-muted-foreground',
                  )}
                >
                  <X aria-hidden />
                </Base.Close>
              )}
            </header>
            {children === undefined ? null : <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-5">{children}</div>}
            {footer ? <footer className={dialogStyles.footer}>{footer}</footer> : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
