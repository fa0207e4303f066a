'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Checkbox } from '@/components/ui/checkbox'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type FxSourceView, fxSourceForm } from '@/schemas/fx/contract'
import { SOURCE_NAMES } from './source-names'

const { priority, maxAgeMinutes, maxDeviationBps } = fxSourceForm.shape

/** Whole numbers as they are typed, judged by the contract. */
const typed = (of: z.ZodType<number>) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, 'Enter a whole number')
    .refine((text) => of.safeParse(Number(text)).success, 'Out of range')

const form = z.object({
  isActive: z.boolean(),
  priority: typed(priority),
  maxAgeMinutes: typed(maxAgeMinutes),
  maxDeviationBps: typed(maxDeviationBps),
})

/** Edits the use of a source. */
export function EditSourceForm({ source, open, onOpenChange }: DialogState & { source: FxSourceView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      isActive: source.isActive,
      priority: String(source.priority),
      maxAgeMinutes: String(source.maxAgeMinutes),
      maxDeviationBps: String(source.maxDeviationBps),
    },
  })
  const update = useServerMutation(trpc.fx.updateSource, {
    onSuccess: async ({ state }) => {
      await Promise.all([
        client.invalidateQueries(trpc.fx.pathFilter()),
        client.invalidateQueries(trpc.proposals.pathFilter()),
      ])
      onOpenChange(false)
      toast.success(
        state === 'done' ? 'Source changed' : 'Proposed: a second operator has to approve it on the Proposals page',
      )
    },
  })
  const save = (values: z.output<typeof form>) =>
    update.mutate({
      name: source.name,
      isActive: values.isActive,
      priority: Number(values.priority),
      maxAgeMinutes: Number(values.maxAgeMinutes),
      maxDeviationBps: Number(values.maxDeviationBps),
    })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={SOURCE_NAMES[source.name]}
      description="The first active source with a fresh rate prices everything. To trust one more (on, another place, a higher limit), a second operator has to approve it. The audit log keeps the change."
      submitLabel="Save source"
      onSubmit={handleSubmit(save)}
      mutation={update}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField control={control} name="priority" label="Order" inputMode="numeric" hint="Lower counts first." />
        <TextField control={control} name="maxAgeMinutes" label="Age limit" inputMode="numeric" hint="In minutes." />
        <TextField
          control={control}
          name="maxDeviationBps"
          label="May differ by"
          inputMode="numeric"
          hint="Largest change from the last rate, in basis points: 500 is 5 %."
        />
      </div>
      <FormField control={control} name="isActive" label="Use" labelHidden>
        {({ value, onChange }) => (
          <Checkbox checked={value} onCheckedChange={onChange}>
            Its rates can price payments
          </Checkbox>
        )}
      </FormField>
    </FormDialog>
  )
}
