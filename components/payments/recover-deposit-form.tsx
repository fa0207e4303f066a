'use client'

import { zodResolver } from '@hookform/resolvers/zod'
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
import { useRefreshMoney } from './use-refresh-money'

const form = recoverDepositInput.pick({ toAddress: true, reason: true })

/** The amount that a recovery sends. */
export type Recoverable = Pick<UnmatchedDepositView, 'chainId' | 'address' | 'tokenAddress' | 'symbol'> & {
  shownAmount: string
  /** The deposits that it sends; none: the amount, of money that no deposit accounts for. */
  depositIds: string[]
  amount: string | null
  /** The proposal of the first person. */
  proposal: string | null
}

/** The recipient of a recovery, and the reason. */
export function RecoverDepositForm({ recoverable, open, onOpenChange }: DialogState & { recoverable: Recoverable }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { toAddress: '', reason: '' },
  })
  const recovery = useServerMutation(trpc.payments.recoverDeposit, {
    onSuccess: async ({ state }) => {
      await refresh()
      onOpenChange(false)
      toast.success(
        state === 'queued' ? 'Recovery started' : 'Proposed. A second person has to enter the same recipient',
      )
    },
  })
  const { shownAmount, proposal, ...sent } = recoverable
  const { address, symbol, depositIds } = recoverable
  const holding = `${exactAmount(shownAmount)} ${symbol} at ${address}`
  const from = depositIds.length > 1 ? `, from ${depositIds.length} deposits` : ''
  const rule = proposal ? `Proposed: send it ${proposal}. ` : 'Two people have to enter the same recipient. '
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Recover ${symbol}`}
      description={`${holding}${from}. ${rule}This cannot be undone. The audit log records the reason.`}
      submitLabel="Recover"
      onSubmit={handleSubmit((values) => recovery.mutate({ ...values, ...inputOf(sent) }))}
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

function inputOf({
  chainId,
  address,
  tokenAddress,
  depositIds,
  amount,
}: Omit<Recoverable, 'shownAmount' | 'proposal'>) {
  return { chainId, address, tokenAddress, depositIds, amount }
}
