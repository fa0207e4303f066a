import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import type { Answer } from './send-call'
import { toneOfStatus } from './tone-of-status'

/** What came back: status, time, headers, body. */
export function CallAnswer({ answer }: { answer: Answer }) {
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <section aria-label="Answer" className="space-y-3">
      <p className="flex flex-wrap items-center gap-2" role="status">
        <span className="font-semibold">Answer</span>
        <Badge tone={toneOfStatus(answer.status)}>{answer.status}</Badge>
        <span className="text-muted-foreground">{answer.durationMs} ms</span>
      </p>
      <CodeBlock title="Body" code={answer.body} wrap />
      <CodeBlock title="Headers" code={headers} wrap />
    </section>
  )
}
