'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { documentsInput, type TokenView } from '@/schemas/tokens/contract'

const MAX = 20
const documentsForm = z.object({ documents: documentsInput.shape.documents })
type DocumentsForm = z.infer<typeof documentsForm>

/** Titles and addresses of documents, in the order in which they are shown. */
export function EditDocumentsForm(props: DialogState & { projectId: string; token: TokenView }) {
  const { projectId, token, open, onOpenChange } = props
  const trpc = useTRPC()
  const client = useQueryClient()
  const given = token.documents.length > 0 ? token.documents : [{ title: '', url: '' }]
  const { control, handleSubmit } = useForm<DocumentsForm>({
    resolver: zodResolver(documentsForm),
    defaultValues: { documents: given },
  })
  const { fields, append, remove } = useFieldArray({ control, name: 'documents' })
  const mutation = useServerMutation(trpc.tokens.setDocuments, {
    onSuccess: async () => {
      toast.success('Documents saved')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.get.pathFilter())
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Documents"
      description="Links to documents for investors. Only the links are stored."
      submitLabel="Save"
      mutation={mutation}
      onSubmit={handleSubmit(({ documents }) => mutation.mutate({ projectId, tokenId: token.id, documents }))}
    >
      {fields.map(({ id }, n) => (
        <fieldset key={id} className="flex items-start gap-2">
          <legend className="sr-only">Document {n + 1}</legend>
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
            <TextField control={control} name={`documents.${n}.title`} label="Title" autoComplete="off" />
            <TextField
              control={control}
              name={`documents.${n}.url`}
              label="Address"
              inputMode="url"
              autoComplete="off"
              placeholder="https://…"
            />
          </div>
          <Button
            variant="ghost"
            size="icon-sm"
            className="mt-6"
            aria-label={`Remove document ${n + 1}`}
            onClick={() => remove(n)}
          >
            <X aria-hidden />
          </Button>
        </fieldset>
      ))}
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        disabledReason={fields.length >= MAX && `At most ${MAX}`}
        onClick={() => append({ title: '', url: '' })}
      >
        Add a document
      </Button>
    </FormDialog>
  )
}
