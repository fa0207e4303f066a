import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Treasury } from '@/components/engine/treasury'

export const metadata: Metadata = { title: 'Treasury' }

/** Not prefetched: it asks every chain for balances, and the page need not wait for the slowest. */
export default async function TreasuryPage() {
  await requireSignedIn()
  return <Treasury />
}
