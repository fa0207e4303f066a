'use client'

import { Plus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { useRoleShortfall } from './use-role-shortfall'

const form = lazyPart(() => import('./add-address-form'))

type AddAddressProps = {
  projectId: string
  ownAddress: string | null
  /** The own address is on the list already. */
  isListed: boolean
  isFirst: boolean
}

/** Adds an address to the allowlist. */
export function AddAddress(props: AddAddressProps) {
  const shortfall = useRoleShortfall(props.projectId, 'developer')
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={shortfall}>
          Add address
        </Button>
      }
    >
      {({ AddAddressForm }, state) => <AddAddressForm {...props} {...state} />}
    </LazyDialog>
  )
}
