'use client'

import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button'
import { cn } from './cn'
import { dialogStyles } from './dialog-styles'
import { ErrorState } from './error-state'

type LoadFailureProps = { onRetry: () => void; onClose: () => void }

/**
 * The dialog that opens instead of a part that could not be loaded. Every page includes it. It is a plain browser
 * dialog, because the code of our dialogs may be the part that is missing.
 */
export function LoadFailure({ onRetry, onClose }: LoadFailureProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closing returns the focus to the opener; removing the element would not.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // The event comes late: the element may be open again by then.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      className={cn(
        dialogStyles.popup,
        dialogStyles.sm,
        'm-auto w-[calc(100%-1.5rem)] whitespace-normal text-left font-normal text-sm backdrop:bg-scrim',
      )}
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-5">
        <h2 id={titleId} className="font-semibold text-base leading-6 tracking-tight">
          Not loaded
        </h2>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Close"
          className="-mt-0.5 -mr-1.5 text-muted-foreground"
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </header>
      <ErrorState
        className="py-4"
        message="This part of the page could not be loaded. Check your connection and try again."
        onRetry={onRetry}
      />
    </dialog>
  )
}
