'use client'

import { type ReactElement, type ReactNode, type SubmitEventHandler, useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormShell } from './form-shell'
import { SubmitButton } from './submit-button'

type FormDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  /** From `form.handleSubmit(...)`. */
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** The act as a verb: "Add address". */
  submitLabel: string
  pending: boolean
  /** The server's refusal, or null. */
  error: string | null
  disabledReason?: string | null | false
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

/** The one shell of forms in dialogs. It cannot be closed while pending; the caller closes it on success. */
export function FormDialog(props: FormDialogProps) {
  const { open, onOpenChange, trigger, title, description, onSubmit, submitLabel, pending, error, children } = props
  const formId = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      title={title}
      description={description}
      size={props.size}
      locked={pending}
      footer={
        <>
          <Button disabled={pending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <SubmitButton form={formId} pending={pending} disabledReason={props.disabledReason}>
            {submitLabel}
          </SubmitButton>
        </>
      }
    >
      <FormShell
        id={formId}
        onSubmit={(event) => {
          // Portals pass events up the React tree: a form around the dialog must not see this one.
          event.stopPropagation()
          return onSubmit(event)
        }}
        error={error}
      >
        {children}
      </FormShell>
    </Dialog>
  )
}
