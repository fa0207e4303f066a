import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { AttemptView } from '@/schemas/transactions/detail/contract'
import { fromBaseUnits } from './from-base-units'
import { OUTCOME_DISPLAYS } from './transaction-displays'

const REASONS = {
  first: 'First',
  bump: 'Higher fee',
  cancel: 'Cancel',
  resign: 'Re-signed',
  found: 'Found on chain',
} satisfies Record<AttemptView['reason'], string>

/** Decimals of a gwei in wei. */
const GWEI = 9

type AttemptListProps = {
  attempts: readonly AttemptView[]
  chainType: TransactionView['chainType']
  explorerUrl: string
  /** The form that a block holds. */
  minedHash: string | null
}

/** Every signed attempt of a transaction; at most one of them can be mined. */
export function AttemptList({ attempts, chainType, explorerUrl, minedHash }: AttemptListProps) {
  if (attempts.length === 0) return <p className="px-5 py-4 text-muted-foreground">Nothing has been signed.</p>
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
            <StateBadge state={attempt.outcome} displays={OUTCOME_DISPLAYS} />
            {attempt.txHash === minedHash ? <Badge tone="success">Mined</Badge> : null}
          </div>
          <p className="tabular text-[0.8125rem] text-muted-foreground">
            {chainType === 'EVM' ? evmFees(attempt) : solanaFees(attempt)} · sent{' '}
            {attempt.sends === 1 ? 'once' : `${attempt.sends} times`}, last <Time value={attempt.lastSentAt} />
          </p>
          {attempt.answers.length > 0 ? (
            <AnswerList answers={attempt.answers} />
          ) : (
            <p className="break-words text-[0.8125rem] empty:hidden">{attempt.outcomeDetail}</p>
          )}
        </li>
      ))}
    </ol>
  )
}

function evmFees({ nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas }: AttemptView): string {
  const [fee, tip] = [maxFeePerGas, maxPriorityFeePerGas].map((wei) => fromBaseUnits(wei, GWEI))
  return `Nonce ${nonce} · gas limit ${gasLimit} · max fee ${fee} gwei, priority ${tip} gwei`
}

function solanaFees({ gasLimit, maxFeePerGas, maxPriorityFeePerGas }: AttemptView): string {
  return `Compute limit ${gasLimit} · at most ${maxFeePerGas} lamports, priority ${maxPriorityFeePerGas} micro-lamports per unit`
}

/** The response of each endpoint of the chain to the last send. */
function AnswerList({ answers }: Pick<AttemptView, 'answers'>) {
  return (
    <ul aria-label="Responses of the endpoints" className="space-y-0.5 text-[0.8125rem]">
      {answers.map(({ endpoint, outcome, detail }) => (
        <li key={`${endpoint} ${outcome} ${detail}`} className="break-words">
          <span className="font-medium">{endpoint}</span>: {outcome}
          {detail ? <span className="text-muted-foreground"> · {detail}</span> : null}
        </li>
      ))}
    </ul>
  )
}
