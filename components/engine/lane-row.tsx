import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { LaneView } from '@/schemas/lanes/contract'
import { NonceMap } from './nonce-map'

/** One lane: its owner, its pending transactions, and its nonces. */
export function LaneRow({ lane }: { lane: LaneView }) {
  const { mined, inFlight, holes, queued, nextNonce, leaseUntil, blockedReason, oldestAt } = lane
  const isBusy = mined + inFlight + queued > 0
  const counts = [
    { label: 'mined, not final', value: mined },
    { label: 'in flight', value: inFlight },
    { label: holes === 1 ? 'nonce gap' : 'nonce gaps', value: holes },
    { label: 'queued', value: queued },
  ].filter(({ value }) => value > 0)
  return (
    <li className="space-y-2.5 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Address value={lane.address} />
        <span className="font-medium">{lane.chainName}</span>
        <span className="text-muted-foreground">
          {lane.businessName} · {lane.purpose.toLowerCase().replaceAll('_', ' ')}
        </span>
        <span className="flex flex-wrap gap-1.5 sm:ml-auto">
          {lane.isStuck ? <Badge tone="danger">Stuck</Badge> : null}
          {holes > 0 ? <Badge tone="danger">Nonce gap</Badge> : null}
          {isBusy && blockedReason ? <Badge tone="warning">Blocked</Badge> : null}
          {leaseUntil ? <Badge tone="accent">Processing</Badge> : null}
        </span>
      </div>
      <ul className="tabular flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
        {counts.length === 0 ? <li className="text-muted-foreground">Idle</li> : null}
        {counts.map(({ label, value }) => (
          <li key={label}>
            <strong className="font-semibold">{value}</strong> <span className="text-muted-foreground">{label}</span>
          </li>
        ))}
        {nextNonce === null ? null : (
          <li>
            <span className="text-muted-foreground">next nonce</span>{' '}
            <strong className="font-semibold">{nextNonce}</strong>
          </li>
        )}
        {oldestAt ? (
          <li>
            <span className="text-muted-foreground">oldest accepted</span> <Time value={oldestAt} />
          </li>
        ) : null}
      </ul>
      {isBusy && blockedReason ? <Blocked lane={lane} /> : null}
      <NonceMap lane={lane} />
    </li>
  )
}

/** The reason for the wait, its start, the number of attempts, and the next check. */
function Blocked({ lane: { blockedReason, blockedSince, blockedCount, notBefore } }: { lane: LaneView }) {
  return (
    <p className="break-words text-[0.8125rem]">
      {blockedReason}
      {blockedSince ? (
        <span className="text-muted-foreground">
          , since <Time value={blockedSince} /> ({blockedCount} {blockedCount === 1 ? 'time' : 'times'})
        </span>
      ) : null}
      {notBefore ? (
        <span className="text-muted-foreground">
          ; next check <Time value={notBefore} />
        </span>
      ) : null}
    </p>
  )
}
