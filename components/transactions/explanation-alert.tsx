import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import type { Explanation, Remedy } from '@/schemas/transactions/life/contract'
import { failureReason } from './failure-reason'
import { ShortfallFacts } from './shortfall-facts'

type ExplanationAlertProps = {
  explanation: Explanation
  /** The button or link of a remedy; null if the reader has none. */
  remedyOf: (remedy: Remedy) => ReactNode
}

/** The reason why a transaction failed or waits, the row and the numbers behind that, and what remedies it. */
export function ExplanationAlert({ explanation, remedyOf }: ExplanationAlertProps) {
  const { state, title, why, code, cause, facts, shortfall, remedies } = explanation
  const shown = remedies
    .map((remedy) => ({ key: remedy.kind, node: remedyOf(remedy) }))
    .filter(({ node }) => node !== null)
  return (
    <Alert tone={state === 'failed' ? 'danger' : 'warning'} title={title}>
      <p>{failureReason(why, shortfall)}</p>
      {shortfall ? <ShortfallFacts shortfall={shortfall} /> : null}
      <dl className="mt-1.5 flex flex-wrap gap-x-8 gap-y-1 text-[0.8125rem]">
        <Fact label="Code" value={<code className="font-mono">{code}</code>} />
        {cause ? <Fact label="Cause" value={cause} /> : null}
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} value={<span className="tabular">{value}</span>} />
        ))}
      </dl>
      {shown.length > 0 ? (
        <ul aria-label="What you can do" className="mt-2.5 flex flex-wrap gap-2">
          {shown.map(({ key, node }) => (
            <li key={key} className="text-foreground">
              {node}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2">
      <dt>{label}</dt>
      <dd className="wrap-anywhere min-w-0 font-semibold">{value}</dd>
    </div>
  )
}
