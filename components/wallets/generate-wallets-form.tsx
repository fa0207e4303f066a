'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { chainType, DEFAULT_PURPOSE, MAX_WALLETS_PER_CALL } from '@/schemas/wallets/contract'
import { CHAIN_TYPE_OPTIONS } from './wallet-displays'

const COUNT = `Enter a whole number from 1 to ${MAX_WALLETS_PER_CALL}`

const form = z.object({
  chainType,
  count: z
    .string()
    .trim()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WALLETS_PER_CALL, COUNT),
  purpose: z.string().trim().min(1, 'Enter a purpose').max(64, 'At most 64 characters'),
})

/** Chooses the wallets to derive and their number. */
export function GenerateWalletsForm({ projectId, open, onOpenChange }: DialogState & { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { chainType: 'EVM', count: '1', purpose: DEFAULT_PURPOSE },
  })
  const create = useServerMutation(trpc.wallets.create, {
    onSuccess: async (made) => {
      await client.invalidateQueries(trpc.wallets.pathFilter())
      void client.invalidateQueries(trpc.projects.getOverview.pathFilter())
      onOpenChange(false)
      toast.success(made.length === 1 ? 'Wallet generated' : `${made.length} wallets generated`)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Generate wallets"
      description="New addresses of your business. Their index continues from the last one."
      submitLabel="Generate"
      onSubmit={handleSubmit((values) => create.mutate({ projectId, ...values, count: Number(values.count) }))}
      mutation={create}
    >
      <SelectField control={control} name="chainType" label="Chain type" options={CHAIN_TYPE_OPTIONS} />
      <TextField
        control={control}
        name="count"
        label="How many"
        inputMode="numeric"
        hint={`From 1 to ${MAX_WALLETS_PER_CALL}.`}
      />
      <TextField
        control={control}
        name="purpose"
        label="Purpose"
        maxLength={64}
        hint="A label for you, such as DEPOSITS or PAYOUTS."
      />
    </FormDialog>
  )
}
