'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { CodeBlock } from '@/components/ui/code-block'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { confirmExportInput } from '@/schemas/seed-exports/contract'

/** Its lines fit on a phone, where a break at a hyphen would tear an option apart. */
const MAKE_KEYS = `openssl genpkey -algorithm RSA \\
  -pkeyopt rsa_keygen_bits:4096 \\
  -aes256 -out seed-key.pem
openssl pkey -in seed-key.pem \\
  -pubout -out seed-key.pub.pem`

type ConfirmExportFormProps = DialogState & { projectId: string; exportId: string }

/** The owner's public key, which the seed is going to be encrypted to. */
export function ConfirmExportForm({ projectId, exportId, open, onOpenChange }: ConfirmExportFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(confirmExportInput),
    defaultValues: { exportId, publicKey: '', password: '' },
  })
  const confirm = useServerMutation(trpc.seedExports.confirm, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.seedExports.pathFilter())
      onOpenChange(false)
      toast.success('Key saved. Read its fingerprint to your operator by phone')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Add your public key"
      description="Make a pair of RSA keys on your own computer, keep the private one, and paste the public one. The file can be encrypted 24 hours later at the earliest. Your account needs a second factor."
      submitLabel="Save key"
      onSubmit={handleSubmit((values) => confirm.mutate({ projectId, ...values }))}
      mutation={confirm}
    >
      <CodeBlock title="On your computer" code={MAKE_KEYS} wrap />
      <FormField
        control={control}
        name="publicKey"
        label="Public key"
        hint="The content of seed-key.pub.pem, or a JWK."
      >
        {(field) => (
          <Textarea
            {...field}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-[0.8125rem]"
            placeholder="-----BEGIN PUBLIC KEY-----"
          />
        )}
      </FormField>
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
