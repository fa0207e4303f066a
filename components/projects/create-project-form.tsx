'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'

const form = z.object({ name: z.string().trim().min(2, 'Enter a name of at least 2 characters').max(80) })

/** The new project's name. */
export function CreateProjectForm({ businessId, open, onOpenChange }: DialogState & { businessId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { name: '' } })
  const create = useServerMutation(trpc.projects.create, {
    onSuccess: async (_made, { name }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      onOpenChange(false)
      toast.success(`${name} created`)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create a project"
      description="A new project has no plans and keys. Add both on its page."
      submitLabel="Create project"
      onSubmit={handleSubmit((values) => create.mutate({ businessId, ...values }))}
      mutation={create}
    >
      <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
    </FormDialog>
  )
}
