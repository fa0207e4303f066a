'use client'

import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { Act } from '@/components/ui/act'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Select } from '@/components/ui/select'
import { OVERLAP_OPTIONS, type OverlapOption } from './key-looks'

type RotateKeysProps = {
  /** "Rotate keys" or, for the first pair, "Issue keys". */
  label: string
  hasKeys: boolean
  disabledReason?: string | null
  act: Act
  open: boolean
  onOpenChange: (open: boolean) => void
  onRotate: (overlap: OverlapOption) => void
}

/** Asks how long the present keys go on, then makes a new pair. */
export function RotateKeys(props: RotateKeysProps) {
  const { label, hasKeys, disabledReason, act, open, onOpenChange, onRotate } = props
  const [overlap, setOverlap] = useState<OverlapOption>('24')
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button variant="primary" icon={<RefreshCw aria-hidden />} disabledReason={disabledReason}>
          {label}
        </Button>
      }
      danger={hasKeys && overlap === '0'}
      title={`${label}?`}
      description={
        hasKeys ? (
          <div className="space-y-4">
            <p>A new live and test key are made and shown once. Choose what becomes of the present ones.</p>
            <Select
              aria-label="The present keys"
              className="w-full"
              options={OVERLAP_OPTIONS}
              value={overlap}
              onValueChange={setOverlap}
            />
            {overlap === '0' ? (
              <p>Whoever still uses them is refused within ten seconds.</p>
            ) : (
              <p>Both pairs work until then, so that clients can change over one by one.</p>
            )}
          </div>
        ) : (
          'A live and a test key are made and shown once.'
        )
      }
      confirmLabel={label}
      act={act}
      onConfirm={() => onRotate(hasKeys ? overlap : '0')}
    />
  )
}
