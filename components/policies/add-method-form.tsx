'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { MethodRule } from '@/server/policies/contract'
import { METHOD_KINDS, type MethodValues, methodForm, selectorOf, toMethodRule } from './method-values'

const EMPTY: MethodValues = { kind: 'transfer(address,uint256)', contract: '', signature: '', label: '' }

type AddMethodFormProps = DialogState & { taken: readonly MethodRule[]; onAdd: (rule: MethodRule) => void }

/** Puts a method on the form's list; the policy changes when the form is saved. */
export function AddMethodForm({ taken, onAdd, open, onOpenChange }: AddMethodFormProps) {
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(methodForm),
    defaultValues: EMPTY,
  })
  const [kind, signature] = useWatch({ control, name: ['kind', 'signature'] })
  const selector = selectorOf({ kind, signature })
  const add = handleSubmit((values) => {
    const rule = toMethodRule(values)
    if (taken.some((other) => other.contract === rule.contract && other.selector === rule.selector)) {
      setError('kind', { message: 'This rule is on the list' })
      return
    }
    onAdd(rule)
    onOpenChange(false)
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a contract method"
      description="Calls of it by hd/sign pass. It counts once you save the policy."
      submitLabel="Add method"
      onSubmit={add}
      act={null}
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
      {kind === 'deploy' ? null : (
        <TextField control={control} name="contract" label="Contract" mono autoComplete="off" placeholder="0x…" />
      )}
      <TextField control={control} name="label" label="Label" optional maxLength={100} placeholder="Payout token" />
    </FormDialog>
  )
}
