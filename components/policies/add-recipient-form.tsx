'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type RecipientRule, recipientRule } from '@/server/policies/contract'

type AddRecipientFormProps = DialogState & { taken: readonly RecipientRule[]; onAdd: (rule: RecipientRule) => void }

/** Puts an address on the form's list; the policy changes when the form is saved. */
export function AddRecipientForm({ taken, onAdd, open, onOpenChange }: AddRecipientFormProps) {
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(recipientRule),
    defaultValues: { address: '', label: '' },
  })
  const add = handleSubmit((rule) => {
    if (taken.some(({ address }) => address === rule.address)) {
      setError('address', { message: 'This address is on the list' })
      return
    }
    onAdd(rule)
    onOpenChange(false)
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a recipient"
      description="Transfers to this address pass. It counts once you save the policy."
      submitLabel="Add recipient"
      onSubmit={add}
      act={null}
    >
      <TextField control={control} name="address" label="Address" mono autoComplete="off" placeholder="0x…" />
      <TextField control={control} name="label" label="Label" optional maxLength={100} placeholder="Treasury" />
    </FormDialog>
  )
}
