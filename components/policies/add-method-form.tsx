'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { MethodRule } from '@/schemas/policies/contract'
import { METHOD_KINDS, type MethodValues, methodForm, selectorOf, toMethodRule } from './method-values'
import { RuleDialog } from './rule-dialog'

const EMPTY: MethodValues = { kind: 'transfer(address,uint256)', contract: '', signature: '', label: '' }

type AddMethodFormProps = DialogState & { taken: readonly MethodRule[]; onAdd: (rule: MethodRule) => void }

/** A method that may be called. */
export function AddMethodForm({ taken, ...dialog }: AddMethodFormProps) {
  const form = useForm({ resolver: zodResolver(methodForm), defaultValues: EMPTY })
  const { control } = form
  const [kind, signature] = useWatch({ control, name: ['kind', 'signature'] })
  const selector = selectorOf({ kind, signature })
  return (
    <RuleDialog
      {...dialog}
      title="Add a contract method"
      lets="Signed contract calls can use this method."
      submitLabel="Add method"
      form={form}
      toRule={toMethodRule}
      isListed={(rule) => taken.some((other) => other.contract === rule.contract && other.selector === rule.selector)}
      listed={{ field: 'kind', message: 'This rule is already on the list' }}
    >
      <SelectField
        control={control}
        name="kind"
        label="Method"
        options={METHOD_KINDS}
        hint={selector ? <span className="font-mono">{selector}</span> : undefined}
      />
      {kind === 'other' ? (
        <TextField
          control={control}
          name="signature"
          label="Signature"
          mono
          autoComplete="off"
          placeholder="mint(address,uint256)"
        />
      ) : null}
      {kind === 'deploy' ? null : <AddressField control={control} name="contract" label="Contract" />}
      <TextField control={control} name="label" label="Label" optional maxLength={100} placeholder="Payout token" />
    </RuleDialog>
  )
}
