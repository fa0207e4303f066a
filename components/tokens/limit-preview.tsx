import type { IssueForm } from './issue-form'
import { exactNumber } from './issue-form'
import { limitSentences } from './limits-text'

const SECONDS_PER_DAY = 86_400

type LimitFields = Pick<IssueForm, 'maxShareholders' | 'maxTokensPerInvestor' | 'lockUpDuration'>

/** The limits that are typed, in words. */
export function LimitPreview({ form }: { form: Partial<LimitFields> }) {
  const [maxShareholders, maxTokensPerInvestor, days] = [
    form.maxShareholders,
    form.maxTokensPerInvestor,
    form.lockUpDuration,
  ].map((text) => exactNumber(text ?? ''))
  const isComplete = maxShareholders !== undefined && maxTokensPerInvestor !== undefined && days !== undefined
  return (
    <div className="rounded-md border bg-sunken p-4" aria-live="polite">
      <h3 className="mb-1.5 font-medium text-[0.8125rem]">In words</h3>
      {isComplete ? (
        <ul className="list-disc space-y-1 pl-5">
          {limitSentences({ maxShareholders, maxTokensPerInvestor, lockUpDuration: days * SECONDS_PER_DAY }).map(
            (sentence) => (
              <li key={sentence}>{sentence}</li>
            ),
          )}
        </ul>
      ) : (
        <p className="text-muted-foreground">The limits stand here once they are numbers.</p>
      )}
    </div>
  )
}
