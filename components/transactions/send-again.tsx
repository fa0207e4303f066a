'use client'

import { useRouter } from 'next/navigation'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'

/** A link to the Send form, filled in with this transfer. */
export function SendAgain({ projectId, transactionId }: { projectId: string; transactionId: string }) {
  const router = useRouter()
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'wallet.transfer.create' })
  const href = paths.sendAgain(projectId, transactionId)
  if (!shortfall) return <LinkButton href={href}>Send again</LinkButton>
  return (
    <Button disabledReason={shortfall} onClick={() => router.push(href)}>
      Send again
    </Button>
  )
}
