'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { renameProjectInput } from '@/schemas/projects/contract'

/** The first project of a business, which its owner makes with one press. */
export function FirstProject({ businessId }: { businessId: string }) {
  const trpc = useTRPC()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(renameProjectInput),
    defaultValues: { name: 'Main project' },
  })
  const create = useServerMutation(trpc.projects.createOwn, {
    onSuccess: ({ id }) => window.location.assign(paths.project(id)),
  })
  return (
    <FormShell onSubmit={handleSubmit(({ name }) => create.mutate({ businessId, name }))} error={create.problem}>
      <TextField control={control} name="name" label="Project name" maxLength={80} autoComplete="off" />
      <SubmitButton pending={create.isPending || create.isSuccess} className="w-full">
        Create project
      </SubmitButton>
    </FormShell>
  )
}
