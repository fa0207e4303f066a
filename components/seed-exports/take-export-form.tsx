'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { CodeBlock } from '@/components/ui/code-block'
import { saveFile } from '@/components/ui/save-file'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { takeExportInput } from '@/schemas/seed-exports/contract'

/** Its lines fit on a phone, where a break at a hyphen would tear an option apart. */
const OPEN_FILE = `base64 -d wallet-seed.txt | \\
  openssl pkeyutl -decrypt \\
  -inkey seed-key.pem \\
  -pkeyopt rsa_padding_mode:oaep \\
  -pkeyopt rsa_oaep_md:sha256`

type TakeExportFormProps = DialogState & { projectId: string; exportId: string }

/** Downloads the encrypted seed, once. */
export function TakeExportForm({ projectId, exportId, open, onOpenChange }: TakeExportFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(takeExportInput),
    defaultValues: { exportId, password: '' },
  })
  const take = useServerMutation(trpc.seedExports.take, {
    onSuccess: async ({ sealed }) => {
      saveFile({ name: 'wallet-seed.txt', parts: [`${sealed}\n`], type: 'text/plain' })
      await client.invalidateQueries(trpc.seedExports.pathFilter())
      onOpenChange(false)
      toast.success('File downloaded. It is no longer stored here')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Download the encrypted seed?"
      description="It can be downloaded once. Your private key opens it, on a computer that you trust."
      submitLabel="Download file"
      onSubmit={handleSubmit((values) => take.mutate({ projectId, ...values }))}
      mutation={take}
    >
      <CodeBlock title="To open it" code={OPEN_FILE} wrap />
      <TextField
        control={control}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
