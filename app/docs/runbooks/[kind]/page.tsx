import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RunbookPage } from '@/components/runbooks/runbook-page'
import { ALARM_KINDS, ALARMS } from '@/schemas/alarms/words'
import { readRunbook } from '@/server/alarms/read-runbook'

type Props = { params: Promise<{ kind: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Runbook: ${ALARMS[await requireKind(params)].name}` }
}

export default async function AlarmRunbookPage({ params }: Props) {
  const kind = await requireKind(params)
  return <RunbookPage kind={kind} markdown={await readRunbook(kind)} />
}

async function requireKind(params: Props['params']) {
  const { kind: requestedKind } = await params
  const kind = ALARM_KINDS.find((known) => known === requestedKind)
  return kind ?? notFound()
}
