'use client'

import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Card } from '@/components/ui/card'
import { TransactionTable } from './transaction-table'

const MAX = 5

/** The newest transactions on a project's home, with the way to all of them. */
export function LatestTransactions({ projectId }: { projectId: string }) {
  return (
    <Card
      title="Transactions"
      description="The newest transactions of your business."
      actions={<LinkButton href={paths.transactions(projectId)}>All transactions</LinkButton>}
      flush
    >
      <TransactionTable projectId={projectId} most={MAX} flush />
    </Card>
  )
}
