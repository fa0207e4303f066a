import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { Expandable } from './expandable'
import { FieldList } from './field-list'
import { InlineCode } from './inline-code'
import type { Reply } from './read-reference'
import { toneOfStatus } from './tone-of-status'

/** The successful replies of an operation; each unfolds. */
export function ReplyList({ replies }: { replies: readonly Reply[] }) {
  return (
    <ul className="divide-y rounded-lg border bg-surface">
      {replies.map((reply) => (
        <li key={reply.status}>
          <Expandable summary={<ReplyLine reply={reply} />}>
            <p className="pb-2 text-muted-foreground text-xs">application/json · {reply.type}</p>
            {reply.fields?.length ? <FieldList fields={reply.fields} quiet /> : null}
            {reply.example ? (
              <CodeBlock title={`Example: ${reply.status}`} code={reply.example} className="mt-3" />
            ) : null}
          </Expandable>
        </li>
      ))}
    </ul>
  )
}

function ReplyLine({ reply }: { reply: Reply }) {
  return (
    <>
      <Badge tone={toneOfStatus(Number(reply.status))} className="tabular font-mono">
        {reply.status}
      </Badge>
      <span className="min-w-0">
        <InlineCode text={reply.description} />
      </span>
    </>
  )
}
