'use client'

import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Card } from '@/components/ui/card'
import { DepositTable } from './deposit-table'

const MAX = 5

/** The newest deposits on a project's home or a wallet's page, with a link to all of them. */
export function LatestDeposits({ projectId, walletId }: { projectId: string; walletId?: string }) {
  return (
    <Card
      title="Deposits"
      description={walletId ? undefined : 'Money received by the wallets of your business.'}
      actions={<LinkButton href={paths.deposits(projectId, walletId)}>All deposits</LinkButton>}
      flush
    >
      <DepositTable projectId={projectId} walletId={walletId} most={MAX} flush />
    </Card>
  )
}
