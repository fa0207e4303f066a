'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useDialog } from '@/components/form/use-dialog'
import { Button } from '@/components/ui/button'
import { type RecipientRule, recipientRule } from '@/server/policies/contract'

type AddRecipientProps = {
  taken: readonly RecipientRule[]
  disabledReason: string | null
  onAdd: (rule: RecipientRule) => void
}

/** Puts an address on the form's list; the policy changes when the form is saved. */
export function AddRecipient({ taken, disabledReason, onAdd }: AddRecipientProps) {
  const { open, onOpenChange, close } = useDialog(() => reset())
  const { control, handleSubmit, reset, setError } = useForm({
    resolver: zodResolver(recipientRule),
    defaultValues: { address: '', label: '' },
  })
  const add = handleSubmit((rule) => {
    if (taken.some(({ address }) => address === rule.address)) {
      setError('address', { message: 'This address is on the list' })
      return
    }
    onAdd(rule)
    close()
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />} disabledReason={disabledReason}>
          Add recipient
        </Button>
      }
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
