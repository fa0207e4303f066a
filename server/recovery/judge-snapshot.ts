import { SNAPSHOT_TERM_MS } from '@/schemas/recovery/words'
import type { Recovery } from './record-snapshot'

type Judged = Pick<Recovery, 'findings' | 'lost' | 'lookedAt'>

/**
 * The objections to sending again, as texts; empty if there are none. A snapshot older than two minutes is an
 * objection.
 */
export function objectionsTo({ findings, lost, lookedAt }: Judged, now: Date): string[] {
  if (!lookedAt || now.getTime() - lookedAt.getTime() > SNAPSHOT_TERM_MS) return ['The chains were not looked at yet.']
  const chains = findings
    .filter(({ state }) => state !== 'level')
    .map(({ chainId, detail }) => `Chain ${chainId}: ${detail}`)
  if (lost.length === 0) return chains
  const count = lost.length === 1 ? '1 transaction is' : `${lost.length} transactions are`
  return [...chains, `${count} on a chain without a record here: a customer who repeats such a call would pay twice.`]
}

/** Whether there is no objection to sending again. */
export function canResumeSending(snapshot: Judged, now: Date): boolean {
  return objectionsTo(snapshot, now).length === 0
}
