'use client'

import { RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { LazySelect } from '@/components/ui/lazy-select'
import type { MutationState } from '@/components/ui/mutation-state'
import { MAX_KEY_NAME } from '@/schemas/keys/words'
import { OVERLAP_OPTIONS, type OverlapOption } from './key-displays'

type RotateKeysProps = {
  /** "Rotate keys" or, for the first pair, "Issue keys". */
  label: string
  hasKeys: boolean
  /** The name of the current pair. The new pair keeps it unless another name is entered. */
  name: string
  disabledReason?: string | null
  mutation: MutationState
  open: boolean
  onOpenChange: (open: boolean) => void
  onRotate: (chosen: { overlap: OverlapOption; name: string }) => void
}

/** Asks how long the present keys stay valid, then makes a new pair. */
export function RotateKeys(props: RotateKeysProps) {
  const { label, hasKeys, disabledReason, mutation, open, onOpenChange, onRotate } = props
  const id = useId()
  const nameId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? props.name
  const [overlap, setOverlap] = useState<OverlapOption>('24')
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setTyped(null)
        onOpenChange(next)
      }}
      trigger={
        <Button
          variant="primary"
          icon={<RefreshCw aria-hidden />}
          disabledReason={disabledReason}
          data-takes-over="issue-keys"
        >
          {label}
        </Button>
      }
      danger={hasKeys && overlap === '0'}
      title={`${label}?`}
      description={
        hasKeys
          ? 'A new live key and test key are created and shown once.'
          : 'A live key and a test key are created and shown once.'
      }
      confirmLabel={label}
      mutation={mutation}
      onConfirm={() => onRotate({ overlap: hasKeys ? overlap : '0', name })}
    >
      <div className="space-y-1.5">
        <Label htmlFor={nameId} className="block">
          Name of the pair (optional)
        </Label>
        <Input
          id={nameId}
          value={name}
          onValueChange={setTyped}
          maxLength={MAX_KEY_NAME}
          placeholder="Backend"
          autoComplete="off"
        />
      </div>
      {hasKeys ? (
        <div className="space-y-1.5">
          <Label htmlFor={id} className="block">
            Current keys
          </Label>
          <LazySelect id={id} className="w-full" options={OVERLAP_OPTIONS} value={overlap} onValueChange={setOverlap} />
          <p className="text-[0.8125rem] text-muted-foreground">
            {overlap === '0'
              ? 'Requests with these keys fail within ten seconds.'
              : 'Both pairs work until then, so that you can switch clients over one at a time.'}
          </p>
        </div>
      ) : null}
    </ConfirmDialog>
  )
}
