import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge, type StateDisplay } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { SeedExportView } from '@/schemas/seed-exports/contract'
import type { SeedExportState } from '@/schemas/seed-exports/words'

const DISPLAYS = {
  APPROVED: { tone: 'warning', label: 'Waits for a key' },
  CONFIRMED: { tone: 'warning', label: 'Waits to be encrypted' },
  SEALED: { tone: 'success', label: 'Ready to download' },
  TAKEN: { tone: 'danger', label: 'Downloaded' },
  STOPPED: { tone: 'neutral', label: 'Stopped' },
} satisfies Record<SeedExportState, StateDisplay>

/** The progress of a seed export, and who approved it. */
export function ExportFacts({ view }: { view: SeedExportView }) {
  const isOver = view.endedAt !== null
  return (
    <KeyValueList
      items={[
        { label: 'State', value: <StateBadge state={view.state} displays={DISPLAYS} /> },
        { label: 'Exported to', value: `${view.ownerName} (${view.ownerEmail})` },
        { label: 'Reason', value: view.reason },
        { label: 'Approved by', value: `${view.proposedBy} and ${view.approvedBy}` },
        {
          label: 'Key fingerprint',
          value: <span className="break-all font-mono text-[0.8125rem]">{view.fingerprint}</span>,
          hidden: view.fingerprint === null,
        },
        {
          label: 'Not before',
          value: <Time value={view.opensAt} format="utc" />,
          hidden: view.state !== 'CONFIRMED',
        },
        { label: 'Expires', value: <Time value={view.expiresAt} format="utc" />, hidden: isOver },
        { label: 'Ended', value: <Time value={view.endedAt} format="utc" />, hidden: !isOver },
      ]}
    />
  )
}
