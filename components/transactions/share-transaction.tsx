'use client'

import { Share2 } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const dialog = lazyPart(() => import('./share-transaction-dialog'))

type ShareTransactionProps = { projectId: string; transactionId: string }

/** Read-only links of a transaction, for people without an account. */
export function ShareTransaction(props: ShareTransactionProps) {
  const shortfall = useRoleShortfall(props.projectId, 'developer')
  return (
    <LazyDialog
      part={dialog}
      trigger={
        <Button icon={<Share2 aria-hidden />} disabledReason={shortfall}>
          Share
        </Button>
      }
    >
      {({ ShareTransactionDialog }, state) => <ShareTransactionDialog {...props} {...state} />}
    </LazyDialog>
  )
}
