'use client'

import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./block-addresses-form'))

type BlockAddressesProps = { projectId: string | null; disabledReason?: string | null }

/** Blocks addresses for the business of a project; without a project, for all businesses. */
export function BlockAddresses({ projectId, disabledReason }: BlockAddressesProps) {
  return (
    <AddDialog part={form} label="Block addresses" variant="primary" disabledReason={disabledReason}>
      {({ BlockAddressesForm }, state) => <BlockAddressesForm projectId={projectId} {...state} />}
    </AddDialog>
  )
}
