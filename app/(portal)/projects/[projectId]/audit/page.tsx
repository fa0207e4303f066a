import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { auditFilter, toAuditInput } from '@/components/audit/audit-filter'
import { ProjectAudit } from '@/components/audit/project-audit'

export const metadata: Metadata = { title: 'Audit' }

const loadFilter = createLoader(auditFilter)

type AuditPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await prefetch(trpc.audit.list.queryOptions({ projectId, ...toAuditInput(await loadFilter(searchParams)) }))
  return (
    <Hydrate>
      <ProjectAudit projectId={projectId} />
    </Hydrate>
  )
}
