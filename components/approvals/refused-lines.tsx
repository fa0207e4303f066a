import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { Alert } from '@/components/ui/alert'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import type { BatchDecision } from '@/schemas/approvals/batch-contract'
import { linesText } from './batch-assets'

const MAX_SHOWN = 10

type RefusedLinesProps = { projectId: string; refused: BatchDecision['refused'] }

/** The lines of a batch that the decision left as they were, each with its reason. */
export function RefusedLines({ projectId, refused }: RefusedLinesProps) {
  return (
    <Alert tone="warning" title={`${linesText(refused.length)} not decided`} className="mb-4">
      <ul className="space-y-1">
        {refused.slice(0, MAX_SHOWN).map(({ transactionId, reference, message }) => (
          <li key={transactionId}>
            <TextLink href={paths.transaction(projectId, transactionId)}>
              {reference ?? shortenMiddle(transactionId)}
            </TextLink>
            : {message}
          </li>
        ))}
        {refused.length > MAX_SHOWN ? <li>and {refused.length - MAX_SHOWN} more</li> : null}
      </ul>
    </Alert>
  )
}
