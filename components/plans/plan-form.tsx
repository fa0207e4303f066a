'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type Control, useController, useForm } from 'react-hook-form'
import { CheckboxFieldset } from '@/components/form/checkbox-fieldset'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import { MoneyField } from '@/components/form/money-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Checkbox } from '@/components/ui/checkbox'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { OperatorPlan, ProductView } from '@/schemas/plans/contract'
import type { Proration } from '@/schemas/plans/words'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { type PlanValues, planForm, toPlanTerms, toPlanValues } from './plan-values'
import { QuotaFields } from './quota-fields'

const PRORATION_OPTIONS = [
  { value: 'PRORATE', label: 'Credit the unused part' },
  { value: 'RESET', label: 'Charge the full price' },
] as const satisfies readonly { value: Proration; label: string }[]

type PlanFormProps = DialogState & { product: ProductView; plan: OperatorPlan | null }

/** The terms of a new plan, or of one that is changed. */
export function PlanForm({ product, plan, open, onOpenChange }: PlanFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(planForm),
    defaultValues: toPlanValues(product, plan),
  })
  const onSuccess = async ({ state }: MutationOutcome) => {
    await Promise.all([
      client.invalidateQueries(trpc.plans.pathFilter()),
      client.invalidateQueries(trpc.proposals.pathFilter()),
    ])
    onOpenChange(false)
    const saved = plan ? 'Plan changed' : 'Plan created'
    toast.success(state === 'done' ? saved : `${saved}. A second operator has to approve its gas on the Proposals page`)
  }
  const create = useServerMutation(trpc.plans.create, { onSuccess })
  const update = useServerMutation(trpc.plans.update, { onSuccess })
  function save(values: PlanValues) {
    const terms = toPlanTerms(values)
    if (plan) update.mutate({ ...terms, planId: plan.id })
    else create.mutate({ ...terms, productId: product.id })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={plan ? `${product.name}: ${plan.name}` : `New plan of ${product.name}`}
      submitLabel={plan ? 'Save plan' : 'Create plan'}
      size="lg"
      onSubmit={handleSubmit(save)}
      mutation={plan ? update : create}
    >
      <TextField control={control} name="name" label="Name" maxLength={40} autoComplete="off" />
      <TextField control={control} name="description" label="Description" maxLength={200} autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-3">
        <MoneyField control={control} name="price" label="Price per month" currency="NGN" hint="0 is free." />
        <TextField
          control={control}
          name="yearlyMonths"
          label="Months charged per year"
          inputMode="numeric"
          hint="Out of twelve."
        />
        <SelectField
          control={control}
          name="proration"
          label="Switching from another plan"
          options={PRORATION_OPTIONS}
          hint="Whether the unused part of the previous plan reduces the price."
        />
        <TextField control={control} name="readPerMinute" label="Reads per minute" inputMode="numeric" />
        <TextField control={control} name="writePerMinute" label="Writes per minute" inputMode="numeric" />
      </div>
      <MoneyField
        control={control}
        name="sponsoredDailyUsd"
        label="Sponsored gas"
        currency="USD"
        hint="Gas the platform pays for a business per day and chain, on chains with sponsored gas. If a business has several plans, the highest amount applies. A second operator has to approve an increase where a mainnet is sponsored."
      />
      <QuotaFields control={control} />
      <CapabilityPicker control={control} options={product.capabilities} />
      <FormField control={control} name="isActive" label="Sale" labelHidden>
        {({ value, onChange }) => (
          <Checkbox checked={value} onCheckedChange={onChange}>
            On sale: listed publicly and open to new projects
          </Checkbox>
        )}
      </FormField>
    </FormDialog>
  )
}

type CapabilityPickerProps = { control: Control<PlanValues>; options: readonly string[] }

/** The capabilities a product sells, those of the plan ticked. */
function CapabilityPicker({ control, options }: CapabilityPickerProps) {
  const { field, fieldState } = useController({ control, name: 'capabilities' })
  const { value, onChange } = field
  return (
    <CheckboxFieldset legend="Capabilities" error={fieldState.error?.message}>
      <div className="grid gap-2 rounded-md border p-3 sm:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option}
            checked={value.includes(option)}
            onCheckedChange={(checked) =>
              onChange(checked ? [...value, option] : value.filter((capability) => capability !== option))
            }
          >
            <span className="break-all font-mono text-[0.8125rem]">{option}</span>
          </Checkbox>
        ))}
      </div>
    </CheckboxFieldset>
  )
}
