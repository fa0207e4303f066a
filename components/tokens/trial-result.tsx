import { Alert } from '@/components/ui/alert'
import { formatDecimal } from '@/components/ui/format-decimal'
import type { Trial } from '@/server/tokens/operations/try-operation'

/** What the chain says of an operation before it is signed. */
export function TrialResult({ trial: { refusal, gasLimit, feeUsd } }: { trial: Trial }) {
  if (refusal) {
    return (
      <Alert tone="danger" title="The token would refuse it">
        {refusal.error}
      </Alert>
    )
  }
  return (
    <Alert tone="success" title="It would go through">
      {gasLimit === null ? null : `At most ${formatDecimal(gasLimit)} gas. `}
      {feeUsd === null ? 'The platform pays for it.' : `It costs at most ${feeUsd} USD of your balance.`}
    </Alert>
  )
}
