import { LinkButton } from '@/components/layout/link-button'
import { InlineCode } from '@/components/reference/inline-code'
import { ShortfallFacts } from '@/components/transactions/shortfall-facts'
import { Alert } from '@/components/ui/alert'
import type { Refusal } from './read-refusal'

type Action = { label: string; href: string }
type RefusalAlertProps = {
  status: number
  refusal: Refusal
  /** The meaning of the code, with links to pages that help, the fix first. */
  explanation?: { code: string; means: string; actions: readonly Action[] }
}

/** The reason why a call was refused: its message, the errors of its fields, the shortfall, and the fix. */
export function RefusalAlert({ status, refusal, explanation }: RefusalAlertProps) {
  const { message, errors, shortfall, resolvePath } = refusal
  const resolve = resolvePath ? [{ label: labelOf(resolvePath), href: resolvePath }] : []
  const actions = [...resolve, ...(explanation?.actions ?? [])].filter(
    ({ label }, n, all) => all.findIndex((one) => one.label === label) === n,
  )
  const buttons = actions.map(({ label, href }) => (
    <LinkButton key={label} size="sm" href={href}>
      {label}
    </LinkButton>
  ))
  return (
    <Alert
      tone={status >= 500 ? 'danger' : 'warning'}
      title={message}
      actions={!explanation && buttons.length > 0 ? buttons : null}
    >
      {errors.length > 0 ? (
        <ul className="list-disc pl-5">
          {errors.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {shortfall ? <ShortfallFacts shortfall={shortfall} /> : null}
      {explanation ? (
        <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          <dt className="font-semibold">What happened</dt>
          <dd className="min-w-0 text-pretty">
            <InlineCode text={explanation.means} />{' '}
            <code className="font-mono text-[0.8125rem]">{explanation.code}</code>
          </dd>
          <dt className="font-semibold">What to do</dt>
          <dd className="flex min-w-0 flex-wrap gap-2 text-foreground">{buttons}</dd>
        </dl>
      ) : null}
    </Alert>
  )
}

function labelOf(resolvePath: string): string {
  return resolvePath.includes('/plans') ? 'See plans' : 'Top up'
}
