import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { GenerateWallets } from '@/components/wallets/generate-wallets'
import { toWalletInput, walletFilter } from '@/components/wallets/wallet-filter'
import { WalletList } from '@/components/wallets/wallet-list'

export const metadata: Metadata = { title: 'Wallets' }

const loadFilter = createLoader(walletFilter)

type WalletsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function WalletsPage({ params, searchParams }: WalletsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const filter = await loadFilter(searchParams)
  await Promise.all([
    prefetch(trpc.wallets.list.queryOptions(toWalletInput(projectId, filter))),
    prefetch(trpc.projects.list.queryOptions({ projectId })),
  ])
  return (
    <Page
      title="Wallets"
      description="Addresses of your business, on every EVM chain and on Solana."
      actions={
        <>
          <LinkButton href={paths.sweeps(projectId)}>Sweep rules</LinkButton>
          <GenerateWallets projectId={projectId} />
        </>
      }
    >
      <Hydrate>
        <WalletList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
