'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { BlockedAddressesView } from '@/schemas/screening/contract'
import { reasonText } from '@/schemas/text/contract'
import { readAddresses } from './read-addresses'

const form = z.object({
  text: z.string().superRefine((text, ctx) => {
    const { problem } = readAddresses(text)
    if (problem !== null) ctx.addIssue({ code: 'custom', message: problem })
  }),
  reason: reasonText,
})

/** The list of the project's business; without a project, the list of the platform. */
type BlockAddressesFormProps = DialogState & { projectId: string | null }

/** Addresses to block, typed or pasted, with one reason. */
export function BlockAddressesForm({ projectId, open, onOpenChange }: BlockAddressesFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { text: '', reason: '' },
  })
  const onSuccess = async ({ added, addresses }: BlockedAddressesView) => {
    await client.invalidateQueries(trpc.screening.pathFilter())
    onOpenChange(false)
    const alreadyListed = addresses.length - added
    toast.success(`${added} blocked${alreadyListed > 0 ? `, ${alreadyListed} were blocked already` : ''}`)
  }
  const own = useServerMutation(trpc.screening.blockAddresses, { onSuccess })
  const ofAll = useServerMutation(trpc.screening.blockAddressesOfAll, { onSuccess })
  const submit = ({ text, reason }: z.infer<typeof form>) => {
    const { addresses } = readAddresses(text)
    if (projectId === null) ofAll.mutate({ addresses, reason })
    else own.mutate({ projectId, addresses, reason })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Block addresses"
      description={
        projectId === null
          ? 'Nothing that is not signed yet is sent to them, by any business.'
          : 'Nothing that is not signed yet is sent to them, by any project of the business.'
      }
      submitLabel="Block addresses"
      mutation={projectId === null ? ofAll : own}
      onSubmit={handleSubmit(submit)}
    >
      <FormField control={control} name="text" label="Addresses" hint="EVM or Solana, one per line, at most 1,000.">
        {(bound) => (
          <Textarea {...bound} rows={6} spellCheck={false} className="font-mono text-[0.8125rem]" placeholder="0x…" />
        )}
      </FormField>
      <TextField
        control={control}
        name="reason"
        label="Reason"
        hint="Kept with each address and in the audit log."
        maxLength={200}
        autoComplete="off"
      />
    </FormDialog>
  )
}
