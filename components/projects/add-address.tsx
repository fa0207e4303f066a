'use client'

import { AddDialog } from '@/components/ui/add-dialog'
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
    <AddDialog part={form} label="Add address" variant="primary" disabledReason={shortfall}>
      {({ AddAddressForm }, state) => <AddAddressForm {...props} {...state} />}
    </AddDialog>
  )
}
