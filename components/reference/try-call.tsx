'use client'

import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { type TriedOperation, TryForm } from './try-form'

/** The button of an operation, and the panel in which it is called for real. */
export function TryCall({ operation }: { operation: TriedOperation }) {
  const [open, setOpen] = useState(false)
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      side="right"
      title={operation.summary}
      className="w-160 max-w-full"
      trigger={
        <Button icon={<Play aria-hidden />} aria-label={`Try it: ${operation.summary}`}>
          Try it
        </Button>
      }
    >
      <TryForm operation={operation} />
    </Sheet>
  )
}
