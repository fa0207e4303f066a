'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { WalletView } from '@/schemas/wallets/contract'

type LabelWalletFormProps = DialogState & { projectId: string; wallet: WalletView }

/** Edits the label of a wallet. */
export function LabelWalletForm({ projectId, wallet, open, onOpenChange }: LabelWalletFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const values = { label: wallet.label ?? '' }
  const { control, handleSubmit } = useForm({ defaultValues: values, values })
  const update = useServerMutation(trpc.wallets.update, {
    onSuccess: async (_wallet, { label }) => {
      await client.invalidateQueries(trpc.wallets.pathFilter())
      onOpenChange(false)
      toast.success(label ? 'Label saved' : 'Label removed')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Label of this wallet"
      description="Search finds the wallet by it. An empty label removes it."
      submitLabel="Save"
      mutation={update}
      onSubmit={handleSubmit(({ label }) => update.mutate({ projectId, walletId: wallet.id, label }))}
    >
      <TextField control={control} name="label" label="Label" maxLength={120} autoFocus />
    </FormDialog>
  )
}
