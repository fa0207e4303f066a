'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { SavedView } from '@/schemas/views/contract'
import { ViewNameForm } from './view-name-form'

type RenameViewFormProps = DialogState & { projectId: string; view: SavedView }

/** Another name for a saved view. */
export function RenameViewForm({ projectId, view, ...state }: RenameViewFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const rename = useServerMutation(trpc.views.rename, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.views.pathFilter())
      state.onOpenChange(false)
      toast.success('View renamed')
    },
  })
  return (
    <ViewNameForm
      {...state}
      title="Rename the view"
      submitLabel="Rename"
      name={view.name}
      mutation={rename}
      onName={(name) => rename.mutate({ projectId, viewId: view.id, name })}
    />
  )
}
