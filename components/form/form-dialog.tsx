'use client'

import { type ReactElement, type ReactNode, type SubmitEventHandler, useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { MutationState } from '@/components/ui/mutation-state'
import { ResetMutationOnOpen } from '@/components/ui/reset-mutation-on-open'
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
  /** The mutation that submitting runs; null for an action of the browser alone. */
  mutation: MutationState | null
  /** Opened again, it is still the same act: a step back to it. */
  keepsMutation?: boolean
  disabledReason?: string | null | false
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

const FIELD = 'input, textarea, [role="combobox"], [role="checkbox"]'

/**
 * The first field to fill in. With the focus on the close button, Enter would close the form and lose the typed values.
 */
function firstField(formId: string): HTMLElement | null {
  const fields = document.getElementById(formId)?.querySelectorAll<HTMLElement>(FIELD) ?? []
  return [...fields].find((field) => field.tabIndex >= 0 && !field.matches(':disabled, [aria-hidden="true"]')) ?? null
}

/** The one shell of forms in dialogs. It cannot be closed while pending; the caller closes it on success. */
export function FormDialog(props: FormDialogProps) {
  const { open, onOpenChange, trigger, title, description, onSubmit, submitLabel, mutation, children } = props
  const pending = mutation?.isPending ?? false
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
      initialFocus={() => firstField(formId)}
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
        error={mutation?.problem ?? null}
        resolvePath={mutation?.resolvePath}
      >
        {mutation && !props.keepsMutation ? <ResetMutationOnOpen reset={mutation.reset} /> : null}
        {children}
      </FormShell>
    </Dialog>
  )
}
