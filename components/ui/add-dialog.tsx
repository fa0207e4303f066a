'use client'

import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button'
import { LazyDialog } from './lazy-dialog'
import type { LazyPart } from './lazy-part'
import type { DialogState } from './use-lazy-dialog'

type AddDialogProps<M> = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'disabledReason'> & {
  part: LazyPart<M>
  /** The act as a verb: "Add address". */
  label: string
  children: (module: M, state: DialogState) => ReactNode
}

/** The button that adds one more of something, and its dialog, which is loaded late. */
export function AddDialog<M>({ part, label, children, ...button }: AddDialogProps<M>) {
  return (
    <LazyDialog
      part={part}
      trigger={
        <Button {...button} icon={<Plus aria-hidden />}>
          {label}
        </Button>
      }
    >
      {children}
    </LazyDialog>
  )
}
