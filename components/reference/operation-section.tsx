'use client'

import { type ReactNode, useCallback, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { FieldList } from './field-list'
import { InlineCode } from './inline-code'
import { MethodBadge } from './method-badge'
import type { Operation } from './read-reference'
import { ReplyList } from './reply-list'
import { toCurl } from './to-curl'
import { toPython, toTypeScript } from './to-programs'
import { TryCall } from './try-call'

type OperationSectionProps = { operation: Operation; baseUrl: string }

/** Everything about one operation. A client's part: as data, operations weigh half of what their elements would. */
export function OperationSection({ operation, baseUrl }: OperationSectionProps) {
  const { id, method, path, summary, description, needsToken, scope, parameters, body } = operation
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-18 space-y-5 border-t pt-8 md:scroll-mt-4">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1.5">
          <h3 id={`${id}-title`} className="font-semibold text-lg leading-7 tracking-tight">
            {summary}
          </h3>
          <p className="flex items-start gap-2.5">
            <MethodBadge method={method} />
            <code className="min-w-0 break-all font-mono text-[0.8125rem] leading-5">{path}</code>
          </p>
        </div>
        <TryCall operation={{ method, path, summary, needsToken, parameters, bodyExample: body?.example ?? null }} />
      </header>
      <div className="max-w-2xl space-y-2 text-pretty">
        {description
          .split('\n\n')
          .filter(Boolean)
          .map((paragraph) => (
            <p key={paragraph}>
              <InlineCode text={paragraph} />
            </p>
          ))}
        <p className="flex flex-wrap gap-2">
          <Badge>{needsToken ? 'Requires an access token of a live key' : 'No access token required'}</Badge>
          {scope ? <Badge tone="accent">Scope {scope}</Badge> : null}
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-5">
          {parameters.length > 0 ? (
            <Part title="Parameters">
              <FieldList fields={parameters} />
            </Part>
          ) : null}
          {body ? (
            <Part title="Body" note={body.contentTypes.join(' or ')}>
              <FieldList fields={body.fields} />
            </Part>
          ) : null}
          <Part title="Responses">
            <ReplyList operation={operation} />
          </Part>
        </div>
        <div className="min-w-0">
          <div className="space-y-3 xl:sticky xl:top-4">
            <CodeBlock title={`curl: ${summary}`} code={toCurl(operation, baseUrl)} />
            <Program title={`TypeScript: ${summary}`} write={() => toTypeScript(operation, baseUrl)} />
            <Program title={`Python: ${summary}`} write={() => toPython(operation, baseUrl)} />
          </div>
        </div>
      </div>
    </section>
  )
}

/** Folded: the shell command is what most want first. Written when somebody unfolds it. */
function Program({ title, write }: { title: string; write: () => string }) {
  const [isOpen, setOpen] = useState(false)
  // A reader may unfold it before React listens.
  const noteEarly = useCallback((node: HTMLDetailsElement | null) => setOpen(node?.open ?? false), [])
  return (
    <details ref={noteEarly} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded px-1 py-1 font-medium text-muted-foreground text-xs">{title}</summary>
      {isOpen ? <CodeBlock title={title} code={write()} className="mt-2" /> : null}
    </details>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <div className="space-y-2">
      <h4 className="font-semibold">
        {title}
        {note ? <span className="ml-2 break-words font-normal text-muted-foreground text-xs">{note}</span> : null}
      </h4>
      {children}
    </div>
  )
}
