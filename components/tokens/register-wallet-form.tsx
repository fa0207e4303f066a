'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { AddressField } from '@/components/form/address-field'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/schemas/tokens/contract'
import { chainTypeOf } from './chain-type-of'

const walletForm = z.object({
  address: z.string().trim().min(1, 'Enter an address'),
  investorId: z.string().trim().min(1, 'Enter an investor').max(120, 'At most 120 characters'),
  label: z.string().trim().max(120, 'At most 120 characters'),
  country: z
    .string()
    .trim()
    .regex(/^([A-Z]{2})?$/, 'Two capital letters, such as NG'),
})
type WalletForm = z.infer<typeof walletForm>

/** Registers the wallet of an investor as a holder of the token. */
export function RegisterWalletForm(props: DialogState & { projectId: string; token: TokenView }) {
  const { projectId, token, open, onOpenChange } = props
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<WalletForm>({
    resolver: zodResolver(walletForm),
    defaultValues: { address: '', investorId: '', label: '', country: '' },
  })
  const register = useServerMutation(trpc.tokens.registerWallets, {
    onSuccess: async () => {
      toast.success('The wallet is being registered')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const submit = ({ address, investorId, label, country }: WalletForm) =>
    register.mutate({
      projectId,
      tokenId: token.id,
      lines: [{ address, investorId, label: label || undefined, country: country || undefined }],
    })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Register wallet"
      description="The wallet can then hold the token, within the limits of its investor."
      submitLabel="Register"
      mutation={register}
      onSubmit={handleSubmit(submit)}
    >
      <AddressField control={control} name="address" label="Address" chainType={chainTypeOf(token)} />
      <TextField
        control={control}
        name="investorId"
        label="Investor"
        autoComplete="off"
        hint="Your own id for the investor. All wallets of an investor share its limits. The chain stores only a hash."
      />
      <TextField control={control} name="label" label="Label" optional autoComplete="off" />
      <TextField control={control} name="country" label="Country" optional autoComplete="off" placeholder="NG" />
    </FormDialog>
  )
}
