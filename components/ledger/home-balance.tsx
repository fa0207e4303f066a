'use client'

import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { BalanceFacts } from './balance-facts'

/** The balance on a project's home page, with the way to its movements. */
export function HomeBalance({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const hrefs = { href: paths.balance(projectId), heldHref: `${paths.balance(projectId)}?kind=hold` }
  const query = useQuery(trpc.ledger.getBalance.queryOptions({ projectId }))
  return (
    <Card
      title="Balance"
      description="Pays for gas on mainnets, across all projects of your business."
      actions={<LinkButton href={paths.balance(projectId)}>View balance</LinkButton>}
    >
      <QueryContent query={query} loading={<BalanceFacts balance={undefined} {...hrefs} />}>
        {(balance) => <BalanceFacts balance={balance} {...hrefs} />}
      </QueryContent>
    </Card>
  )
}
