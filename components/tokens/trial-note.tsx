import { Alert } from '@/components/ui/alert'
import { formatDecimal } from '@/components/ui/format-decimal'
import type { Trial } from '@/schemas/tokens/operations/trial'
import { refusalReason } from './refusal-reason'

/** What would come of an operation, before it is signed. */
export function TrialNote({ trial }: { trial: Trial | undefined }) {
  if (!trial) return null
  if (trial.refusal) return <Alert tone="danger">Simulation failed: {refusalReason(trial.refusal.error)}.</Alert>
  return (
    <Alert tone="success">
      Simulation succeeded{gasText(trial.gasLimit)}.{' '}
      {trial.feeUsd ? `The fee is at most $${trial.feeUsd}.` : 'The platform pays the fee.'}
    </Alert>
  )
}

function gasText(gasLimit: Trial['gasLimit']): string {
  return gasLimit === null ? '' : ` with at most ${formatDecimal(gasLimit)} gas`
}
