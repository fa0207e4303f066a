import { Alert } from '@/components/ui/alert'
import type { Trial } from '@/server/tokens/operations/trial'

/** What would come of an operation, before it is signed. */
export function TrialNote({ trial }: { trial: Trial | undefined }) {
  if (!trial) return null
  if (trial.refusal) return <Alert tone="danger">The chain would refuse it: {trial.refusal.error}</Alert>
  return (
    <Alert tone="success">
      The chain would take it, for at most {Number(trial.gasLimit).toLocaleString('en-US')} gas
      {trial.feeUsd ? `, which costs at most $${trial.feeUsd}` : ', which the platform pays'}.
    </Alert>
  )
}
