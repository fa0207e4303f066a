'use client'

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LatestDeposits } from '@/components/deposits/latest-deposits'
import { Page } from '@/components/layout/page'
import { StatLink } from '@/components/layout/stat-link'
import { HomeBalance } from '@/components/ledger/home-balance'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { LatestTransactions } from '@/components/transactions/latest-transactions'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { countedText } from '@/components/ui/counted'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { useDismissed } from '@/components/ui/use-dismissed'
import { WhenNear } from '@/components/ui/when-near'
import type { Overview } from '@/schemas/projects/contract'
import { groupDigits } from '@/server/money/display-amount'
import { NeedsAttention } from './needs-attention'
import { isSetUp, SetupChecklist } from './setup-checklist'

const REFRESH_MS = 10_000

// A project that is set up never shows it.
const firstCall = lazyPart(() => import('./first-call'))
const moneyCharts = lazyPart(() => import('./money-charts'))

const CHARTS_LOADING = (
  <Card title="Money" description="Loading">
    <Skeleton className="h-80" />
  </Card>
)

/** Open tasks, then balance, figures, the newest transactions and deposits, and charts. */
export function ProjectHome({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const { data: project } = useSuspenseQuery(trpc.projects.get.queryOptions({ projectId }))
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  const [isDismissed, dismiss] = useDismissed(`setup:${projectId}`)
  const [newKey, setNewKey] = useState('')
  const [isShowingKeys, setIsShowingKeys] = useState(false)
  const keys = {
    onShow: () => setIsShowingKeys(true),
    onLiveKey: (key: string) => {
      setIsShowingKeys(false)
      setNewKey(key)
    },
  }
  const isSettingUp = (done: Overview['done']) => isShowingKeys || (!isDismissed && !isSetUp(done))
  return (
    <Page title={project.name} description={project.businessName}>
      {project.status === 'suspended' || project.businessStatus === 'suspended' ? (
        <Alert
          tone="danger"
          title={project.status === 'suspended' ? 'This project is suspended' : 'This business is suspended'}
        >
          Its API keys and access tokens are refused. Contact the operator of this platform.
        </Alert>
      ) : null}
      <QueryContent
        query={overview}
        loading={
          <>
            <HomeBalance projectId={projectId} />
            <Counts projectId={projectId} />
          </>
        }
      >
        {({ attention, counts, networks, done, baseUrl, liveKey }) => (
          <>
            <NeedsAttention projectId={projectId} attention={attention} />
            {isSettingUp(done) ? (
              <SetupChecklist projectId={projectId} done={done} keys={keys} onDismiss={dismiss} />
            ) : null}
            {isSettingUp(done) ? (
              <LazyContent part={firstCall} loading={null}>
                {({ FirstCall }) => (
                  <FirstCall
                    key={newKey}
                    projectId={projectId}
                    baseUrl={baseUrl}
                    liveKey={liveKey}
                    hasPlan={done.planChosen}
                    canRotate={done.keyIssued}
                    newKey={newKey}
                  />
                )}
              </LazyContent>
            ) : null}
            <HomeBalance projectId={projectId} />
            <Counts projectId={projectId} read={{ counts, networks, failedWebhooks: attention.failedWebhooks }} />
            <LatestTransactions projectId={projectId} />
            <LatestDeposits projectId={projectId} />
            <WhenNear placeholder={CHARTS_LOADING}>
              <LazyContent part={moneyCharts} loading={CHARTS_LOADING}>
                {({ MoneyCharts }) => <MoneyCharts projectId={projectId} />}
              </LazyContent>
            </WhenNear>
          </>
        )}
      </QueryContent>
    </Page>
  )
}

type CountsProps = {
  projectId: string
  /** Undefined while they load. */
  read?: Pick<Overview, 'counts' | 'networks'> & { failedWebhooks: number }
}

const NETWORK_NAMES = { MAINNET: 'On mainnets', TESTNET: 'On testnets' } as const

/** Figures that lead to the lists they count, each with the networks that it counts. */
function Counts({ projectId, read }: CountsProps) {
  const counts = read?.counts
  const networks = read?.networks ? NETWORK_NAMES[read.networks] : 'On all networks'
  const failed = read?.failedWebhooks ?? 0
  const cards = [
    {
      label: 'Active wallets',
      value: counts && groupDigits(String(counts.wallets)),
      hint: 'Of the business, on all networks',
      href: paths.wallets(projectId),
    },
    {
      label: 'Transactions',
      value: counts && countedText(counts.transactions),
      hint: networks,
      href: paths.transactions(projectId),
    },
    {
      label: 'Pending',
      value: counts && countedText(counts.pending),
      hint: networks,
      href: `${paths.transactions(projectId)}?status=PENDING`,
    },
    {
      label: 'Webhooks delivered',
      value: counts && countedText(counts.deliveries),
      hint: `On all networks. Failed in 7 days: ${failed === 0 ? 'none' : groupDigits(String(failed))}`,
      href: `${paths.webhooks(projectId)}${failed === 0 ? '' : '?status=failed'}`,
    },
  ]
  return (
    <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {cards.map((card) => (
        <StatLink key={card.label} {...card} loading={!counts} />
      ))}
    </div>
  )
}
