'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { renameProjectInput } from '@/schemas/projects/contract'

/** Creates another project, for owners, and opens it. */
export function OwnProjectForm({ businessId, open, onOpenChange }: DialogState & { businessId: string }) {
  const trpc = useTRPC()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(renameProjectInput), defaultValues: { name: '' } })
  const create = useServerMutation(trpc.projects.createOwn, {
    // A full page load, so that the switcher lists the new project.
    onSuccess: ({ id }) => window.location.assign(paths.project(id)),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create a project"
      description="A project has its own keys, plans, wallets and settings. The team and the balance are shared."
      submitLabel="Create project"
      onSubmit={handleSubmit(({ name }) => create.mutate({ businessId, name }))}
      mutation={create}
    >
      <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
    </FormDialog>
  )
}
