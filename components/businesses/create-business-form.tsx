'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { createBusinessInput } from '@/server/businesses/contract'

/** The new business's name. */
export function CreateBusinessForm({ open, onOpenChange }: DialogState) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(createBusinessInput),
    defaultValues: { name: '' },
  })
  const create = useAct(trpc.businesses.create, {
    onSuccess: async ({ id }, { name }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      onOpenChange(false)
      toast.success(`${name} created`)
      router.push(paths.business(id))
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create a business"
      submitLabel="Create business"
      onSubmit={handleSubmit((values) => create.mutate(values))}
      act={create}
    >
      <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
    </FormDialog>
  )
}
