'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { OneTimeLink } from '@/components/people/one-time-link'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { createBusinessInput } from '@/schemas/businesses/contract'

/** The new business and its owner, who is invited. */
export function CreateBusinessForm({ open, onOpenChange }: DialogState) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(createBusinessInput),
    defaultValues: { name: '', ownerName: '', ownerEmail: '' },
  })
  const create = useServerMutation(trpc.businesses.create, {
    onSuccess: async ({ id, link }, { name, ownerEmail }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      onOpenChange(false)
      if (link !== null) return
      toast.success(`${name} created, invitation emailed to ${ownerEmail}`)
      router.push(paths.business(id))
    },
  })
  const created = create.data
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={onOpenChange}
        title="Create a business"
        description="With a first project. Its owner gets a link to set a password, valid for seven days, and then creates the API keys: nobody else sees them."
        submitLabel="Create business"
        onSubmit={handleSubmit((values) => create.mutate(values))}
        mutation={create}
      >
        <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
        <TextField control={control} name="ownerName" label="Owner's name" maxLength={100} autoComplete="off" />
        <TextField control={control} name="ownerEmail" label="Owner's email" type="email" autoComplete="off" />
      </FormDialog>
      <OneTimeLink
        link={created?.link ?? null}
        title={`Invitation for ${create.variables?.ownerName ?? 'the owner'}`}
        onDone={() => {
          create.reset()
          if (created) router.push(paths.business(created.id))
        }}
      />
    </>
  )
}
