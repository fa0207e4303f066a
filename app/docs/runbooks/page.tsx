import type { Metadata } from 'next'
import { RunbookList } from '@/components/runbooks/runbook-page'

export const metadata: Metadata = { title: 'Runbooks' }

export default function RunbooksPage() {
  return <RunbookList />
}
