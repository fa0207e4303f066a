'use client'

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { HomeBalance } from '@/components/ledger/home-balance'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { StatCard } from '@/components/ui/stat-card'
import { FirstCall } from './first-call'
import { NeedsAttention } from './needs-attention'
import { SetupChecklist } from './setup-checklist'

const REFRESH_MS = 10_000

/** Where a project stands, and the next thing to do. */
export function ProjectHome({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const { data: project } = useSuspenseQuery(trpc.projects.current.queryOptions({ projectId }))
  const overview = useQuery(trpc.projects.overview.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  const { data } = overview
  return (
    <Page title={project.name} description={project.businessName}>
      {project.status === 'suspended' || project.businessStatus === 'suspended' ? (
        <Alert
          tone="danger"
          title={project.status === 'suspended' ? 'This project is suspended' : 'This business is suspended'}
        >
          Its keys and tokens are refused. Contact the operator of this platform.
        </Alert>
      ) : null}
      {overview.error ? (
        <QueryError query={overview} />
      ) : (
        <>
          {data ? <NeedsAttention projectId={projectId} attention={data.attention} /> : null}
          <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            <StatCard label="Active wallets" value={data?.counts.wallets} loading={!data} />
            <StatCard label="Transactions" value={data?.counts.transactions} loading={!data} />
            <StatCard label="Under way" value={data?.counts.pending} loading={!data} />
            <StatCard label="Webhooks delivered" value={data?.counts.deliveries} loading={!data} />
          </div>
          <HomeBalance projectId={projectId} />
          {data ? <SetupChecklist projectId={projectId} done={data.done} /> : null}
          {data ? <FirstCall projectId={projectId} baseUrl={data.baseUrl} liveKey={data.liveKey} /> : null}
        </>
      )}
    </Page>
  )
}
