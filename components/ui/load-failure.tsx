'use client'

import { Dialog } from './dialog'
import { ErrorState } from './error-state'

type LoadFailureProps = { onRetry: () => void; onClose: () => void }

/** What opens in place of a part that could not be loaded. */
export function LoadFailure({ onRetry, onClose }: LoadFailureProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Not loaded" size="sm">
      <ErrorState
        className="py-4"
        message="This part of the page could not be loaded. Check your connection and try again."
        onRetry={onRetry}
      />
    </Dialog>
  )
}
