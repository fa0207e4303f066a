'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { documentsInput, type TokenView } from '@/server/tokens/contract'

const documentsForm = z.object({ documents: documentsInput.shape.documents })
type DocumentsForm = z.infer<typeof documentsForm>

const MOST = 20

/** Titles and links of a token's papers; saving replaces the list. */
export function EditDocumentsForm(props: DialogState & { projectId: string; token: TokenView }) {
  const { projectId, token, open, onOpenChange } = props
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<DocumentsForm>({
    resolver: zodResolver(documentsForm),
    defaultValues: { documents: token.documents.length > 0 ? token.documents : [{ title: '', url: '' }] },
  })
  const { fields, append, remove } = useFieldArray({ control, name: 'documents' })
  const save = useAct(trpc.tokens.setDocuments, {
    onSuccess: async () => {
      toast.success('The documents are saved')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Documents"
      description="Links for investors, kept beside the token and not on its chain."
      submitLabel="Save documents"
      act={save}
      onSubmit={handleSubmit(({ documents }) => save.mutate({ projectId, tokenId: token.id, documents }))}
    >
      {fields.map(({ id }, n) => (
        <fieldset key={id} className="space-y-3 rounded-md border p-3">
          <legend className="px-1 font-medium text-[0.8125rem]">Document {n + 1}</legend>
          <TextField control={control} name={`documents.${n}.title`} label="Title" autoComplete="off" />
          <TextField
            control={control}
            name={`documents.${n}.url`}
            label="Link"
            inputMode="url"
            autoComplete="off"
            placeholder="https://example.com/prospectus.pdf"
          />
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden />}
            aria-label={`Remove document ${n + 1}`}
            onClick={() => remove(n)}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        disabledReason={fields.length >= MOST && `At most ${MOST} documents`}
        onClick={() => append({ title: '', url: '' })}
      >
        Add a document
      </Button>
    </FormDialog>
  )
}
