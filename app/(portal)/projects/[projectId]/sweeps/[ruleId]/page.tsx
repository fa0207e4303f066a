import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { RuleDetail } from '@/components/sweeps/rule-detail'
import { toTransactionInput } from '@/components/transactions/transaction-filter'

type SweepRulePageProps = { params: Promise<{ projectId: string; ruleId: string }> }

export async function generateMetadata({ params }: SweepRulePageProps): Promise<Metadata> {
  return titleOf('Sweep rule', (await params).ruleId)
}

export default async function SweepRulePage({ params }: SweepRulePageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const ruleId = requireId(rest.ruleId)
  await Promise.all([
    prefetch(trpc.sweeps.get.queryOptions({ projectId, ruleId })),
    prefetch(trpc.sweeps.listBusyWallets.queryOptions({ projectId, ruleId })),
    prefetch(trpc.transactions.list.queryOptions(toTransactionInput(projectId, { sweepRuleId: ruleId }))),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <RuleDetail projectId={projectId} ruleId={ruleId} />
    </Hydrate>
  )
}
