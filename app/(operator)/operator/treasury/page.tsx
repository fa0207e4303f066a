import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Treasury } from '@/components/engine/treasury'

export const metadata: Metadata = { title: 'Treasury' }

/** Not prefetched, because it requests balances from every chain, and the page need not wait for the slowest one. */
export default async function TreasuryPage() {
  await requireSignedIn()
  return <Treasury />
}
