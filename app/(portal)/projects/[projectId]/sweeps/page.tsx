import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { NewRule } from '@/components/sweeps/new-rule'
import { ruleFilter, toRuleInput } from '@/components/sweeps/rule-filter'
import { RuleList } from '@/components/sweeps/rule-list'

export const metadata: Metadata = { title: 'Sweep rules' }

const loadFilter = createLoader(ruleFilter)

type SweepsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function SweepsPage({ params, searchParams }: SweepsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.sweeps.list.queryOptions(toRuleInput(projectId, await loadFilter(searchParams)))),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Page
      title="Sweep rules"
      description="Move what arrives in your wallets to one of them."
      actions={
        <>
          <LinkButton href={paths.wallets(projectId)}>Wallets</LinkButton>
          <NewRule projectId={projectId} />
        </>
      }
    >
      <Hydrate>
        <RuleList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
