'use client'

import { Pencil } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { NamedKeyView } from '@/schemas/keys/contract'
import { keyName } from './key-displays'

const form = lazyPart(() => import('./rename-key-pair-form'))

type RenameKeyPairProps = {
  pairKey: NamedKeyView
  /** For an operator: the business of the project. */
  businessId?: string
  disabledReason: string | null
}

/** Names or renames the pair of a key, beside its live key. */
export function RenameKeyPair({ pairKey, businessId, disabledReason }: RenameKeyPairProps) {
  const verb = pairKey.name ? 'Rename' : 'Name'
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button
          size="sm"
          variant="ghost"
          icon={<Pencil aria-hidden />}
          disabledReason={disabledReason}
          aria-label={`${verb} pair ${keyName(pairKey)}`}
        >
          <span className="below-list-sm:hidden">{verb} pair</span>
        </Button>
      }
    >
      {({ RenameKeyPairForm }, state) => <RenameKeyPairForm pairKey={pairKey} businessId={businessId} {...state} />}
    </LazyDialog>
  )
}
