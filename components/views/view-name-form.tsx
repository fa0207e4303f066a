'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import type { MutationState } from '@/components/ui/mutation-state'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { viewName } from '@/schemas/views/contract'

type ViewNameFormProps = DialogState & {
  title: string
  description?: string
  submitLabel: string
  name: string
  mutation: MutationState
  onName: (name: string) => void
  children?: ReactNode
}

/** The form that names a saved view. */
export function ViewNameForm({ name, mutation, onName, children, ...dialog }: ViewNameFormProps) {
  const { control, handleSubmit } = useForm({ resolver: zodResolver(viewName), defaultValues: { name } })
  return (
    <FormDialog {...dialog} size="sm" onSubmit={handleSubmit((values) => onName(values.name))} mutation={mutation}>
      <TextField control={control} name="name" label="Name" maxLength={40} autoComplete="off" />
      {children}
    </FormDialog>
  )
}
