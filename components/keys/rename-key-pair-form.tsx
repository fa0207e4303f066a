'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type NamedKeyView, renameKeysInput } from '@/schemas/keys/contract'
import { MAX_KEY_NAME } from '@/schemas/keys/words'

type RenameKeyPairFormProps = DialogState & { pairKey: NamedKeyView; businessId: string | undefined }

/** The name of a pair of keys, by an owner or, with `businessId`, by an operator. */
export function RenameKeyPairForm({ pairKey, businessId, open, onOpenChange }: RenameKeyPairFormProps) {
  const { id: keyId, projectId, name } = pairKey
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(renameKeysInput),
    defaultValues: { keyId, name },
  })
  const onSuccess = async () => {
    await client.invalidateQueries(trpc.keys.pathFilter())
    onOpenChange(false)
    toast.success('Name saved')
  }
  const rename = useServerMutation(trpc.keys.rename, { onSuccess })
  const renameOfProject = useServerMutation(trpc.keys.renameOfProject, { onSuccess })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Name the key pair"
      description="The live and the test key of a pair have one name. Lists, the request log, the audit log and search show it."
      submitLabel="Save"
      onSubmit={handleSubmit((values) =>
        businessId === undefined
          ? rename.mutate({ projectId, ...values })
          : renameOfProject.mutate({ businessId, projectId, ...values }),
      )}
      mutation={businessId === undefined ? rename : renameOfProject}
    >
      <TextField
        control={control}
        name="name"
        label="Name"
        placeholder="Backend"
        maxLength={MAX_KEY_NAME}
        autoComplete="off"
      />
    </FormDialog>
  )
}
