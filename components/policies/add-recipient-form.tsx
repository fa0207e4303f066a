'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { TextField } from '@/components/form/text-field'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type RecipientRule, recipientRule } from '@/schemas/policies/contract'
import { RuleDialog } from './rule-dialog'

type AddRecipientFormProps = DialogState & { taken: readonly RecipientRule[]; onAdd: (rule: RecipientRule) => void }

/** An address that may receive. */
export function AddRecipientForm({ taken, ...dialog }: AddRecipientFormProps) {
  const form = useForm({ resolver: zodResolver(recipientRule), defaultValues: { address: '', label: '' } })
  return (
    <RuleDialog
      {...dialog}
      title="Add a recipient"
      lets="Transfers to this address are allowed."
      submitLabel="Add recipient"
      form={form}
      toRule={(rule) => rule}
      isListed={(rule) => taken.some(({ address }) => address === rule.address)}
      listed={{ field: 'address', message: 'This address is already on the list' }}
    >
      <AddressField control={form.control} name="address" label="Address" />
      <TextField control={form.control} name="label" label="Label" optional maxLength={100} placeholder="Treasury" />
    </RuleDialog>
  )
}
