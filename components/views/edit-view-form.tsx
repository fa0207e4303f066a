'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ProblemAlert } from '@/components/ui/problem-alert'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { SavedView } from '@/schemas/views/contract'
import { ViewNameForm } from './view-name-form'

type EditViewFormProps = DialogState & { projectId: string; view: SavedView }

/** Renames or removes a saved view. The list itself is not changed. */
export function EditViewForm({ projectId, view, ...state }: EditViewFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const onDone = (text: string) => async () => {
    state.onOpenChange(false)
    toast.success(text)
    await client.invalidateQueries(trpc.views.pathFilter())
  }
  const rename = useServerMutation(trpc.views.rename, { onSuccess: onDone('View renamed') })
  const remove = useServerMutation(trpc.views.remove, { onSuccess: onDone('View removed') })
  return (
    <ViewNameForm
      {...state}
      title="Edit this view"
      submitLabel="Rename"
      name={view.name}
      mutation={rename}
      onName={(name) => rename.mutate({ projectId, viewId: view.id, name })}
    >
      <ProblemAlert problem={remove.problem} />
      <Button
        icon={<Trash2 aria-hidden />}
        pending={remove.isPending}
        disabled={rename.isPending}
        onClick={() => remove.mutate({ projectId, viewId: view.id })}
      >
        Remove view
      </Button>
    </ViewNameForm>
  )
}
