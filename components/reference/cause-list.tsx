import { Badge } from '@/components/ui/badge'
import { InlineCode } from './inline-code'
import type { Cause } from './read-reference'
import { toneOfStatus } from './tone-of-status'

/** Every `code` of a refusal, and what to do about it. */
export function CauseList({ causes }: { causes: readonly Cause[] }) {
  return (
    <dl className="divide-y rounded-lg border bg-surface">
      {causes.map(({ code, status, means }) => (
        <div key={code} id={code} className="scroll-mt-18 space-y-0.5 px-4 py-2.5 target:bg-accent md:scroll-mt-4">
          <dt className="flex min-w-0 items-start gap-2.5">
            <Badge tone={toneOfStatus(status)} className="tabular font-mono">
              {status}
            </Badge>
            <code className="min-w-0 break-words font-mono font-semibold text-[0.8125rem] leading-5">{code}</code>
          </dt>
          <dd className="break-words text-muted-foreground sm:pl-[3.125rem]">
            <InlineCode text={means} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
