import { LinkButton } from '@/components/layout/link-button'
import { ShortfallFacts } from '@/components/transactions/shortfall-facts'
import { Alert } from '@/components/ui/alert'
import type { Refusal } from './read-refusal'

type RefusalAlertProps = { status: number; refusal: Refusal }

/** Why a call was refused: its message, what is wrong with each field, what was needed and available. */
export function RefusalAlert({ status, refusal }: RefusalAlertProps) {
  const { message, errors, shortfall, resolvePath } = refusal
  const link = resolvePath ? (
    <LinkButton size="sm" href={resolvePath}>
      {resolvePath.includes('/plans') ? 'See plans' : 'Top up'}
    </LinkButton>
  ) : null
  return (
    <Alert tone={status >= 500 ? 'danger' : 'warning'} title={message} actions={link}>
      {errors.length > 0 ? (
        <ul className="list-disc pl-5">
          {errors.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {shortfall ? <ShortfallFacts shortfall={shortfall} /> : null}
    </Alert>
  )
}
