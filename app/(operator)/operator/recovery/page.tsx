import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { RecoveryPage } from '@/components/recovery/recovery-page'

export const metadata: Metadata = { title: 'Recovery' }

export default async function Recovery() {
  await requireSignedIn()
  await Promise.all([
    prefetch(trpc.recovery.get.queryOptions()),
    prefetch(trpc.recovery.listRepeated.queryOptions()),
    prefetch(trpc.recovery.countRestoredWallets.queryOptions()),
  ])
  return (
    <Hydrate>
      <RecoveryPage />
    </Hydrate>
  )
}
