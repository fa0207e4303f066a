'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useDialog } from '@/components/form/use-dialog'
import { paths } from '@/components/paths'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { createBusinessInput } from '@/server/businesses/contract'

export function CreateBusiness() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { open, onOpenChange, close } = useDialog(() => reset())
  const shortfall = usePlatformShortfall()
  const { control, handleSubmit, reset } = useForm({
    resolver: zodResolver(createBusinessInput),
    defaultValues: { name: '' },
  })
  const create = useAct(trpc.businesses.create, {
    onSuccess: async ({ id }, { name }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      close()
      toast.success(`${name} created`)
      router.push(paths.business(id))
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={shortfall}>
          Create business
        </Button>
      }
      title="Create a business"
      submitLabel="Create business"
      onSubmit={handleSubmit((values) => create.mutate(values))}
      act={create}
    >
      <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
    </FormDialog>
  )
}
