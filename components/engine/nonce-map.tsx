import { AppLink } from '@/components/layout/app-link'
import { paths } from '@/components/paths'
import { cn } from '@/components/ui/cn'
import type { LaneView, NonceCell } from '@/schemas/lanes/contract'
import { NONCE_DISPLAYS } from './nonce-displays'

/** The nonces of a lane around its lowest unmined one, each a link to the transaction that holds it. */
export function NonceMap({ lane }: { lane: Pick<LaneView, 'address' | 'cells' | 'nextNonce' | 'queued'> }) {
  const last = lane.cells.at(-1)
  const beyond = last && lane.nextNonce !== null ? lane.nextNonce - 1 - last.nonce : 0
  if (lane.cells.length === 0) return <p className="text-[0.8125rem] text-muted-foreground">No nonce used yet</p>
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <ol aria-label={`Nonces of ${lane.address}`} className="flex flex-wrap gap-1">
        {lane.cells.map((cell) => (
          <li key={cell.nonce}>
            <Cell cell={cell} />
          </li>
        ))}
      </ol>
      <span className="tabular text-muted-foreground text-xs">
        {lane.cells.length > 1 ? `${lane.cells[0]?.nonce}–` : ''}
        {last?.nonce}
        {beyond > 0 ? ` and ${beyond} more` : ''}
      </span>
    </div>
  )
}

function Cell({ cell: { nonce, state, transactionId } }: { cell: NonceCell }) {
  const { label, className, icon: Icon } = NONCE_DISPLAYS[state]
  const name = `Nonce ${nonce}, ${label}`
  const classNames = cn('flex size-6 items-center justify-center rounded', className)
  const mark = Icon ? <Icon aria-hidden className="size-3.5" strokeWidth={2.5} /> : null
  if (!transactionId) {
    return (
      <span title={name} className={classNames}>
        {mark}
        <span className="sr-only">{name}</span>
      </span>
    )
  }
  return (
    <AppLink href={paths.operatorTransaction(transactionId)} title={name} aria-label={name} className={classNames}>
      {mark}
    </AppLink>
  )
}
