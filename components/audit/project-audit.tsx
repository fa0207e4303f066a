'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileDown, Link2 } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { FileLink } from '@/components/layout/file-link'
import { Page } from '@/components/layout/page'
import { listPaths } from '@/components/list-paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { auditFilter, toAuditInput } from './audit-filter'
import { AuditTable } from './audit-table'
import { ChainVerdict } from './chain-verdict'

/** The audit log of the project's business, for its owners. */
export function ProjectAudit({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(auditFilter)
  const shortfall = useRoleShortfall(projectId, 'owner', { whileSuspended: true })
  const query = useQuery(
    trpc.audit.list.queryOptions({ projectId, ...toAuditInput(filter) }, { placeholderData: keepPreviousData }),
  )
  const verify = useServerMutation(trpc.audit.verify, { again: true })
  return (
    <Page
      title="Audit"
      description="Changes made by people, API keys and the platform in your business. Rows are hash-chained, so any change or removal is detected."
      actions={
        <Button
          icon={<Link2 aria-hidden />}
          disabledReason={shortfall}
          pending={verify.isPending}
          onClick={() => verify.mutate({ projectId })}
        >
          Verify chain
        </Button>
      }
    >
      <ChainVerdict verdict={verify.data} error={verify.error} />
      <AuditTable
        projectId={projectId}
        query={query}
        filter={filter}
        onFilter={(change) => setFilter({ ...change, page: null })}
        onPage={(page) => setFilter({ page })}
        file={
          <FileLink
            href={listPaths.auditFile(projectId, { projectId, ...toAuditInput(filter) })}
            icon={<FileDown aria-hidden />}
          >
            CSV
          </FileLink>
        }
      />
    </Page>
  )
}
