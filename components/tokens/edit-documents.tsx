'use client'

import { Pencil } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { TokenView } from '@/schemas/tokens/contract'

const form = lazyPart(() => import('./edit-documents-form'))

/** Edits the links to the documents of a token. */
export function EditDocuments({ projectId, token }: { projectId: string; token: TokenView }) {
  const shortfall = useRoleShortfall(projectId, 'developer')
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" icon={<Pencil aria-hidden />} disabledReason={shortfall} aria-label="Edit documents">
          Edit
        </Button>
      }
    >
      {({ EditDocumentsForm }, state) => <EditDocumentsForm projectId={projectId} token={token} {...state} />}
    </LazyDialog>
  )
}
