import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { operatorAuditFilter, toOperatorAuditInput } from '@/components/audit/audit-filter'
import { OperatorAudit } from '@/components/audit/operator-audit'

export const metadata: Metadata = { title: 'Audit' }

const loadFilter = createLoader(operatorAuditFilter)

export default async function OperatorAuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  await prefetch(trpc.audit.listOfChain.queryOptions(toOperatorAuditInput(await loadFilter(searchParams))))
  return (
    <Hydrate>
      <OperatorAudit />
    </Hydrate>
  )
}
