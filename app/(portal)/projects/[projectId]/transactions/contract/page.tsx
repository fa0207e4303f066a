import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { ContractPage } from '@/components/contracts/contract-page'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'

export const metadata: Metadata = { title: 'Call a contract' }

export default async function CallContractPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  return (
    <Page
      title="Call a contract"
      description="Reads and calls of any contract by its ABI. A call is a transaction of one of your wallets, under your policies."
      breadcrumbs={[{ label: 'Transactions', href: paths.transactions(projectId) }]}
    >
      <ContractPage projectId={projectId} />
    </Page>
  )
}
