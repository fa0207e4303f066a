'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { FilterSelect } from '@/components/filters/filter-select'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { Page } from '@/components/layout/page'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { operatorAuditFilter, toOperatorAuditInput } from './audit-filter'
import { AuditTable } from './audit-table'
import { ChainVerdict } from './chain-verdict'

/** The audit logs: the platform's own, and each customer's. */
export function OperatorAudit() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(operatorAuditFilter)
  const query = useQuery(
    trpc.audit.listOfChain.queryOptions(toOperatorAuditInput(filter), { placeholderData: keepPreviousData }),
  )
  const businesses = useQuery(trpc.businesses.list.queryOptions())
  const verify = useServerMutation(trpc.audit.verifyOfChain, { again: true })
  const businessId = filter.businessId ?? undefined
  // The verdict is about the verified chain, even if another one was selected since.
  const verdict = verify.variables?.businessId === businessId ? verify.data : undefined
  return (
    <Page
      title="Audit"
      description="Changes made by operators to the platform, and the activity of each business. Rows are hash-chained, so any change or removal is detected."
      actions={
        <Button icon={<Link2 aria-hidden />} pending={verify.isPending} onClick={() => verify.mutate({ businessId })}>
          Verify chain
        </Button>
      }
    >
      <ChainVerdict verdict={verdict} error={verify.error} />
      <AuditTable
        projectId={null}
        query={query}
        filter={filter}
        onFilter={(change) => setFilter({ ...change, page: null })}
        onPage={(page) => setFilter({ page })}
      >
        <FilterSelect
          label="Log of"
          all="Platform"
          options={(businesses.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.businessId}
          onChange={(chosen) => setFilter({ businessId: chosen, action: null, page: null })}
        />
      </AuditTable>
    </Page>
  )
}
