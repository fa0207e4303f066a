'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { proposeExportInput } from '@/schemas/seed-exports/contract'

type ProposeExportFormProps = DialogState & {
  businessId: string
  name: string
  owners: readonly { id: string; name: string; email: string }[]
}

/** To whom a seed is exported, and why. */
export function ProposeExportForm({ businessId, name, owners, open, onOpenChange }: ProposeExportFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(proposeExportInput),
    defaultValues: { businessId, ownerId: owners[0]?.id ?? '', reason: '' },
  })
  const propose = useServerMutation(trpc.seedExports.propose, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.proposals.pathFilter())
      onOpenChange(false)
      toast.success('Proposed: a second operator has to approve it on the Proposals page')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Export the wallet seed of ${name}?`}
      description="The seed controls the funds of every wallet of this business. Its owners are notified by email once a second operator approves. Every wallet stays usable here."
      submitLabel="Propose export"
      onSubmit={handleSubmit((values) => propose.mutate(values))}
      mutation={propose}
    >
      <SelectField
        control={control}
        name="ownerId"
        label="Owner"
        hint="Confirm by phone that this person asked for it."
        options={owners.map((owner) => ({ value: owner.id, label: `${owner.name} (${owner.email})` }))}
      />
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
