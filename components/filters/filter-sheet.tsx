'use client'

import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

export type FilterSheetProps = {
  /** The controls of the filters, without the search. */
  children: ReactNode
  /** The number of active filters. */
  count: number
  /** Removes the filters, and keeps the search. */
  onClear: () => void
}

const part = lazyPart(() => import('@/components/ui/dialog'))

/** A button with the number of active filters, and the dialog with their controls. */
export function FilterSheet({ label, children, count, onClear }: FilterSheetProps & { label: string }) {
  const controls = useRef<HTMLDivElement>(null)
  const formsIn = () => [...(controls.current?.querySelectorAll('form') ?? [])]
  /** Text that was typed but not searched for counts too. */
  function applyTyped(): boolean {
    const typed = formsIn().filter((form) => [...form.querySelectorAll('input')].some(isChanged))
    if (!typed.every((form) => form.reportValidity())) return false
    for (const form of typed) form.requestSubmit()
    return true
  }
  const trigger = (
    <Button icon={<SlidersHorizontal aria-hidden />}>
      {label}
      {count > 0 ? (
        <Badge tone="accent" className="tabular -mr-1.5 h-5 px-1.5">
          {count}
          <span className="sr-only"> active</span>
        </Badge>
      ) : null}
    </Button>
  )
  return (
    <LazyDialog part={part} trigger={trigger}>
      {({ Dialog }, state) => (
        <Dialog
          {...state}
          title={label}
          size="sm"
          initialFocus={() => controls.current?.querySelector<HTMLElement>('[role=combobox], input') ?? null}
          footer={
            <>
              <Button
                disabledReason={count === 0 && 'No filters are active'}
                onClick={() => {
                  for (const form of formsIn()) form.reset()
                  onClear()
                }}
              >
                Clear filters
              </Button>
              <Button
                variant="primary"
                onClick={() => {
                  if (applyTyped()) state.onOpenChange(false)
                }}
              >
                Show results
              </Button>
            </>
          }
        >
          <div ref={controls} data-filters className="grid gap-4">
            {children}
          </div>
        </Dialog>
      )}
    </LazyDialog>
  )
}

function isChanged({ value, defaultValue }: HTMLInputElement): boolean {
  return value.trim() !== defaultValue
}
