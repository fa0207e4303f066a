'use client'

import type { ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import type { DialogState } from '@/components/ui/use-lazy-dialog'

type RuleDialogProps<V extends FieldValues, O, R> = DialogState & {
  title: string
  /** The transactions that the rule allows. */
  lets: string
  submitLabel: string
  form: Pick<UseFormReturn<V, unknown, O>, 'handleSubmit' | 'setError'>
  toRule: (values: O) => R
  isListed: (rule: R) => boolean
  /** The message about a rule that is already listed, and the field that shows it. */
  listed: { field: FieldPath<V>; message: string }
  onAdd: (rule: R) => void
  children: ReactNode
}

/** Adds a rule to the form's list. The policy changes when the form is saved. */
export function RuleDialog<V extends FieldValues, O, R>(props: RuleDialogProps<V, O, R>) {
  const { title, lets, submitLabel, form, toRule, isListed, listed, onAdd, open, onOpenChange, children } = props
  const add = form.handleSubmit((values) => {
    const rule = toRule(values)
    if (isListed(rule)) return form.setError(listed.field, { message: listed.message })
    onAdd(rule)
    onOpenChange(false)
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={`${lets} The rule applies once you save the policy.`}
      submitLabel={submitLabel}
      onSubmit={add}
      mutation={null}
    >
      {children}
    </FormDialog>
  )
}
