import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { AttemptView } from '@/server/transactions/contract'
import { fromBaseUnits } from './from-base-units'
import { OUTCOME_LOOKS } from './transaction-looks'

const REASONS = { first: 'First', bump: 'Higher fee', cancel: 'Cancel', resign: 'Signed again' } satisfies Record<
  AttemptView['reason'],
  string
>

/** Decimals of a gwei in wei. */
const GWEI = 9

type AttemptListProps = { attempts: readonly AttemptView[]; explorerUrl: string; minedHash: string | null }

/** Every signed form of a transaction; at most one of them can be mined. */
export function AttemptList({ attempts, explorerUrl, minedHash }: AttemptListProps) {
  if (attempts.length === 0) return <p className="px-5 py-4 text-muted-foreground">Nothing has been signed yet.</p>
  return (
    <ol className="divide-y">
      {attempts.map((attempt) => (
        <li key={attempt.id} className="space-y-1.5 px-5 py-4">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Address
              value={attempt.txHash}
              kind="transaction hash"
              explorerUrl={explorerUrl ? `${explorerUrl}/tx/${attempt.txHash}` : null}
            />
            <Badge>{REASONS[attempt.reason]}</Badge>
            <StateBadge state={attempt.outcome} looks={OUTCOME_LOOKS} />
            {attempt.txHash === minedHash ? <Badge tone="success">Mined</Badge> : null}
          </div>
          <p className="tabular text-[0.8125rem] text-muted-foreground">
            Nonce {attempt.nonce} · gas limit {attempt.gasLimit} · max fee {fromBaseUnits(attempt.maxFeePerGas, GWEI)}{' '}
            gwei, priority {fromBaseUnits(attempt.maxPriorityFeePerGas, GWEI)} gwei · sent{' '}
            {attempt.sends === 1 ? 'once' : `${attempt.sends} times`}, last <Time value={attempt.lastSentAt} />
          </p>
          {attempt.outcomeDetail ? <p className="break-words text-[0.8125rem]">{attempt.outcomeDetail}</p> : null}
        </li>
      ))}
    </ol>
  )
}
