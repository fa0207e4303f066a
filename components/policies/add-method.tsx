'use client'

import { Plus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { MethodRule } from '@/server/policies/contract'

const form = lazyPart(() => import('./add-method-form'))

type AddMethodProps = {
  taken: readonly MethodRule[]
  disabledReason: string | null
  onAdd: (rule: MethodRule) => void
}

/** Puts a method on the form's list; the policy changes when the form is saved. */
export function AddMethod({ disabledReason, ...props }: AddMethodProps) {
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />} disabledReason={disabledReason}>
          Add method
        </Button>
      }
    >
      {({ AddMethodForm }, state) => <AddMethodForm {...props} {...state} />}
    </LazyDialog>
  )
}
