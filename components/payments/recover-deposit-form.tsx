'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { recoverDepositInput, type UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { exactAmount } from '@/server/money/display-amount'

const form = recoverDepositInput.pick({ toAddress: true, reason: true })

/** Where unmatched deposits go, and why. */
export function RecoverDepositForm({
  unmatchedDeposit,
  open,
  onOpenChange,
}: DialogState & { unmatchedDeposit: UnmatchedDepositView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { toAddress: '', reason: '' },
  })
  const recovery = useServerMutation(trpc.payments.recoverDeposit, {
    onSuccess: async ({ state }) => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      onOpenChange(false)
      toast.success(
        state === 'queued' ? 'Recovery started' : 'Proposed. A second person has to enter the same recipient',
      )
    },
  })
  const { chainId, address, tokenAddress, symbol, proposal, amount, recovery: sent } = unmatchedDeposit
  const depositIds = sent?.depositIds ?? []
  const what = `${exactAmount(sent?.amount ?? amount)} ${symbol} at ${address}`
  const from = depositIds.length > 1 ? `, from ${depositIds.length} deposits` : ''
  const asked = proposal ? `Proposed: send it ${proposal.what}. ` : 'Two people have to enter the same recipient. '
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Recover ${symbol}`}
      description={`${what}${from}. ${asked}This cannot be undone. The audit log records the reason.`}
      submitLabel="Recover"
      onSubmit={handleSubmit((values) => recovery.mutate({ ...values, chainId, address, tokenAddress, depositIds }))}
      mutation={recovery}
    >
      <AddressField
        control={control}
        name="toAddress"
        label="To"
        chainType={address.startsWith('0x') ? 'EVM' : 'SOLANA'}
      />
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
