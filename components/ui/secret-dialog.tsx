'use client'

import { type ReactNode, useRef, useState } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import { Dialog } from './dialog'
import { useLeaveGuard } from './use-leave-guard'

type SecretDialogProps = {
  open: boolean
  title: ReactNode
  description?: ReactNode
  /** The confirmation that a person gives by closing the dialog: "I have stored it". */
  doneLabel: string
  onDone: () => void
  size?: 'sm' | 'md' | 'lg'
  /** `SecretReveal`s. */
  children: ReactNode
}

/** Shows a secret once. Closing the dialog in any other way than by its button asks for confirmation first. */
export function SecretDialog({ open, title, description, doneLabel, onDone, size, children }: SecretDialogProps) {
  const [leaving, setLeaving] = useState(false)
  const secrets = useRef<HTMLDivElement>(null)
  useLeaveGuard(open, () => setLeaving(true))
  function done() {
    setLeaving(false)
    onDone()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && setLeaving(true)}
      size={size}
      initialFocus={() => secrets.current?.querySelector('input') ?? null}
      title={title}
      description={description}
      footer={
        leaving ? (
          <>
            <Button variant="danger" onClick={done}>
              Close without storing
            </Button>
            <Button variant="primary" onClick={() => setLeaving(false)}>
              Keep it open
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={done}>
            {doneLabel}
          </Button>
        )
      }
    >
      <div ref={secrets} className="space-y-5">
        {leaving ? (
          <Alert tone="danger" title="Close without storing it?">
            It is not shown again, and it cannot be recovered.
          </Alert>
        ) : null}
        {children}
      </div>
    </Dialog>
  )
}
