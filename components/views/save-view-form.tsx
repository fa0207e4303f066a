'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { SavedList } from '@/schemas/views/words'
import { ViewNameForm } from './view-name-form'

type SaveViewFormProps = DialogState & { projectId: string; list: SavedList; query: string }

/** Saves the present filters of a list under a name. */
export function SaveViewForm({ projectId, list, query, ...state }: SaveViewFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const save = useServerMutation(trpc.views.save, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.views.pathFilter())
      state.onOpenChange(false)
      toast.success('View saved')
    },
  })
  return (
    <ViewNameForm
      {...state}
      title="Save this view"
      description="Keeps the filters of this list under a name. Only you see it."
      submitLabel="Save view"
      name=""
      mutation={save}
      onName={(name) => save.mutate({ projectId, list, query, name })}
    />
  )
}
