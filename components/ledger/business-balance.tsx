'use client'

import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { BalanceFacts } from './balance-facts'
import { CreditBusiness } from './credit-business'

/** A business's balance on its operator page, with the way to credit it. */
export function BusinessBalance({ businessId, name }: { businessId: string; name: string }) {
  const trpc = useTRPC()
  const hrefs = { href: paths.gasLedgerOf(businessId), heldHref: `${paths.gasLedgerOf(businessId)}&kind=hold` }
  const query = useQuery(trpc.ledger.getBalanceOfBusiness.queryOptions({ businessId }))
  return (
    <Card
      title="Balance"
      description="Pays the gas of its mainnet transactions."
      actions={
        <>
          <LinkButton variant="ghost" href={paths.gasLedgerOf(businessId)}>
            Gas ledger
          </LinkButton>
          <CreditBusiness businessId={businessId} name={name} />
        </>
      }
    >
      <QueryContent query={query} loading={<BalanceFacts balance={undefined} {...hrefs} />}>
        {(balance) => <BalanceFacts balance={balance} {...hrefs} />}
      </QueryContent>
    </Card>
  )
}
