'use client'

import { Sheet } from '@/components/ui/sheet'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type TriedOperation, TryForm } from './try-form'

/** The panel in which an operation is called for real. */
export function TryPanel({ operation, ...state }: DialogState & { operation: TriedOperation }) {
  return (
    <Sheet {...state} side="right" title={operation.summary} className="w-160 max-w-full">
      <TryForm operation={operation} />
    </Sheet>
  )
}
