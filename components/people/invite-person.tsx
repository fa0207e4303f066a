'use client'

import { UserPlus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { usePlatformShortfall } from './use-platform-shortfall'

const form = lazyPart(() => import('./invite-person-form'))

/** Creates a sign-in. Within a business the business is given. */
export function InvitePerson({ businessId }: { businessId?: string }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button
          variant={businessId ? 'secondary' : 'primary'}
          size={businessId ? 'sm' : 'md'}
          icon={<UserPlus aria-hidden />}
          disabledReason={shortfall}
        >
          Invite person
        </Button>
      }
    >
      {({ InvitePersonForm }, state) => <InvitePersonForm businessId={businessId} {...state} />}
    </LazyDialog>
  )
}
