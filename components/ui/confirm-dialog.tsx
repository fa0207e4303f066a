'use client'

import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { Button } from './button'
import { cn } from './cn'
import { dialogStyles } from './dialog-styles'
import { Input } from './input'
import type { MutationState } from './mutation-state'
import { ProblemAlert } from './problem-alert'
import { ResetMutationOnOpen } from './reset-mutation-on-open'

type ConfirmDialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  /** The consequences, and whether they can be undone. */
  description: ReactNode
  /** The act itself as a verb: "Deactivate wallet", never "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** The text a person must type before the act is allowed. */
  typeToConfirm?: string
  /** The reason why there is nothing to do. */
  disabledReason?: string | null | false
  mutation: MutationState
  /** Opened again, it is still the same act: a step further and back. */
  keepsMutation?: boolean
  onConfirm: () => void
  /** Fields of the action, such as a note. */
  children?: ReactNode
}

/** The one dialog before a destructive act. It stays open while pending; the caller closes it on success. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, trigger, title, description, confirmLabel, cancelLabel = 'Cancel' } = props
  const { danger = true, typeToConfirm, disabledReason, mutation, keepsMutation, onConfirm, children } = props
  const { isPending: pending, problem } = mutation
  const [typed, setTyped] = useState('')
  const inputId = useId()
  const unmatched = typeToConfirm !== undefined && typed.trim() !== typeToConfirm
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (pending && !next) return details.cancel()
        setTyped('')
        onOpenChange?.(next)
      }}
    >
      {trigger ? <AlertDialog.Trigger render={trigger} /> : null}
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogStyles.backdrop} />
        <AlertDialog.Viewport className={dialogStyles.viewport}>
          <AlertDialog.Popup className={cn(dialogStyles.popup, dialogStyles.sm)}>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                // Portals pass events up the React tree: a form around the dialog must not see this one.
                event.stopPropagation()
                if (!pending && !unmatched && !disabledReason) onConfirm()
              }}
            >
              <div className="space-y-4 p-5">
                <div>
                  <AlertDialog.Title className="font-semibold text-base leading-6 tracking-tight">
                    {title}
                  </AlertDialog.Title>
                  <AlertDialog.Description className="wrap-anywhere mt-1.5 text-muted-foreground" render={<div />}>
                    {description}
                  </AlertDialog.Description>
                </div>
                {typeToConfirm === undefined ? null : (
                  <div className="space-y-1.5">
                    <label htmlFor={inputId} className="block text-[0.8125rem]">
                      Type <strong className="break-all font-semibold">{typeToConfirm}</strong> to confirm
                    </label>
                    <Input
                      id={inputId}
                      value={typed}
                      onValueChange={setTyped}
                      disabled={pending}
                      autoComplete="off"
                      spellCheck={false}
                    />
                  </div>
                )}
                {children}
                <ProblemAlert problem={problem} resolvePath={mutation.resolvePath} />
                {keepsMutation ? null : <ResetMutationOnOpen reset={mutation.reset} />}
              </div>
              <footer className={dialogStyles.footer}>
                <AlertDialog.Close render={<Button disabled={pending}>{cancelLabel}</Button>} />
                <Button
                  type="submit"
                  variant={danger ? 'danger' : 'primary'}
                  pending={pending}
                  disabledReason={(unmatched && `Type ${typeToConfirm} first`) || disabledReason}
                >
                  {confirmLabel}
                </Button>
              </footer>
            </form>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
