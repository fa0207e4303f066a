'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { renameProjectInput } from '@/schemas/projects/contract'

type RenameProjectFormProps = DialogState & { projectId: string; name: string }

/** Renames the project. */
export function RenameProjectForm({ projectId, name, open, onOpenChange }: RenameProjectFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(renameProjectInput), defaultValues: { name } })
  const rename = useServerMutation(trpc.projects.rename, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.projects.pathFilter())
      // The frame with the switcher is the server's.
      router.refresh()
      onOpenChange(false)
      toast.success('Project renamed')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename the project"
      submitLabel="Rename"
      onSubmit={handleSubmit((values) => rename.mutate({ projectId, ...values }))}
      mutation={rename}
    >
      <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
    </FormDialog>
  )
}
