import { readRefusal } from '@/components/requests/read-refusal'
import { RefusalAlert } from '@/components/requests/refusal-alert'
import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import type { Answer } from './send-call'
import { toneOfStatus } from './tone-of-status'

/** The response: status, time, request id, reason of a refusal, body and headers. */
export function CallAnswer({ answer }: { answer: Answer }) {
  const refusal = answer.status >= 400 ? readRefusal(answer.body) : null
  const requestId = answer.headers.find(([name]) => name === 'x-request-id')?.[1]
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <section aria-label="Response" className="space-y-3">
      <p className="flex flex-wrap items-center gap-2" role="status">
        <span className="font-semibold">Response</span>
        <Badge tone={toneOfStatus(answer.status)}>{answer.status}</Badge>
        <span className="tabular text-muted-foreground">{answer.durationMs} ms</span>
        {requestId ? (
          <span className="inline-flex items-center gap-1 text-muted-foreground">
            Request id <Address value={requestId} kind="request id" />
          </span>
        ) : null}
      </p>
      {refusal?.message ? <RefusalAlert status={answer.status} refusal={refusal} /> : null}
      <CodeBlock title="Body" code={answer.body} wrap />
      <details>
        <summary className="cursor-pointer rounded-sm text-[0.8125rem] text-muted-foreground">Headers</summary>
        <CodeBlock title="Headers" code={headers} wrap />
      </details>
    </section>
  )
}
