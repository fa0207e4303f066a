'use client'

import { Plus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { RecipientRule } from '@/server/policies/contract'

const form = lazyPart(() => import('./add-recipient-form'))

type AddRecipientProps = {
  taken: readonly RecipientRule[]
  disabledReason: string | null
  onAdd: (rule: RecipientRule) => void
}

/** Puts an address on the form's list; the policy changes when the form is saved. */
export function AddRecipient({ disabledReason, ...props }: AddRecipientProps) {
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />} disabledReason={disabledReason}>
          Add recipient
        </Button>
      }
    >
      {({ AddRecipientForm }, state) => <AddRecipientForm {...props} {...state} />}
    </LazyDialog>
  )
}
