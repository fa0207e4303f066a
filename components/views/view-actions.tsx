'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { DropdownMenu } from '@/components/ui/dropdown-menu'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { SavedView } from '@/schemas/views/contract'

const form = lazyPart(() => import('./rename-view-form'))

/** Renames or removes a saved view. The list itself is not changed. */
export function ViewActions({ projectId, view }: { projectId: string; view: SavedView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { show, isSlow, dialog } = useLazyDialog(form, ({ RenameViewForm }, state) => (
    <RenameViewForm projectId={projectId} view={view} {...state} />
  ))
  const remove = useServerMutation(trpc.views.remove, {
    again: true,
    onSuccess: async () => {
      await client.invalidateQueries(trpc.views.pathFilter())
      toast.success('View removed')
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            className="rounded-full"
            aria-label={`Actions for the view ${view.name}`}
            pending={isSlow || remove.isPending}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          { key: 'rename', label: 'Rename', icon: <Pencil aria-hidden />, onSelect: () => void show() },
          {
            key: 'remove',
            label: 'Remove',
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => remove.mutate({ projectId, viewId: view.id }),
          },
        ]}
      />
      {dialog}
    </>
  )
}
