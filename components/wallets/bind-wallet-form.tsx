'use client'

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { WalletView } from '@/schemas/wallets/contract'

/** Means no project in the list. */
const ANY = 'any'

type BindWalletFormProps = DialogState & { projectId: string; wallet: WalletView }

/** Binds a wallet to a project. */
export function BindWalletForm({ projectId, wallet, open, onOpenChange }: BindWalletFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  // The page has loaded it, so nothing suspends here.
  const { data: projects } = useSuspenseQuery(trpc.projects.list.queryOptions({ projectId }))
  const values = { project: wallet.boundProjectId ?? ANY }
  const { control, handleSubmit, setError } = useForm({ defaultValues: values, values })
  const bind = useServerMutation(trpc.wallets.bind, {
    onSuccess: async (_none, { boundProjectId }) => {
      await client.invalidateQueries(trpc.wallets.pathFilter())
      onOpenChange(false)
      toast.success(boundProjectId === null ? 'Any project can use the wallet' : 'Wallet restricted')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Restrict this wallet"
      description="API keys of other projects can no longer see the wallet. Accepted transactions continue. Transactions that wait for approval in another project can only be rejected."
      submitLabel="Save"
      mutation={bind}
      onSubmit={handleSubmit(({ project }) => {
        const boundProjectId = project === ANY ? null : project
        if (boundProjectId === wallet.boundProjectId) setError('project', { message: 'No change' })
        else bind.mutate({ projectId, walletId: wallet.id, boundProjectId })
      })}
    >
      <SelectField
        control={control}
        name="project"
        label="Project"
        options={[
          { value: ANY, label: 'Any project of the business' },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </FormDialog>
  )
}
