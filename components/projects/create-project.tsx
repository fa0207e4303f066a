'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useDialog } from '@/components/form/use-dialog'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

const form = z.object({ name: z.string().trim().min(2, 'Enter a name of at least 2 characters').max(80) })

export function CreateProject({ businessId }: { businessId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { open, onOpenChange, close } = useDialog(() => reset())
  const shortfall = usePlatformShortfall()
  const { control, handleSubmit, reset } = useForm({ resolver: zodResolver(form), defaultValues: { name: '' } })
  const create = useAct(trpc.projects.create, {
    onSuccess: async (_made, { name }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      close()
      toast.success(`${name} created`)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />} disabledReason={shortfall}>
          Create project
        </Button>
      }
      title="Create a project"
      description="It starts without plans and keys; add both on its page."
      submitLabel="Create project"
      onSubmit={handleSubmit((values) => create.mutate({ businessId, ...values }))}
      act={create}
    >
      <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
    </FormDialog>
  )
}
