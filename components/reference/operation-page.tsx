import { Fragment } from 'react'
import { docsPaths } from '@/components/docs-paths'
import { TextLink } from '@/components/layout/text-link'
import { Badge } from '@/components/ui/badge'
import { CauseList } from './cause-list'
import { CodeTabs } from './code-tabs'
import { DocsPageFrame, Paragraphs } from './docs-page'
import type { DocsPage } from './docs-pages'
import { Expandable } from './expandable'
import { FieldList } from './field-list'
import { MethodBadge } from './method-badge'
import { Part } from './part'
import { causesOf, type Operation, type Parameter, type Reference } from './read-reference'
import { ReplyExamples } from './reply-examples'
import { ReplyList } from './reply-list'
import { programsOf } from './to-programs'
import { TryCall } from './try-call'

type OperationPageProps = {
  operation: Operation
  reference: Pick<Reference, 'causes' | 'commonCodes'>
  baseUrl: string
  pages: readonly DocsPage[]
  page: DocsPage
}

/** Everything about one operation: its input and responses on the left, sample calls on the right. */
export function OperationPage({ operation, reference, baseUrl, pages, page }: OperationPageProps) {
  const { method, path, summary, description, needsToken, scope, parameters, body, replies } = operation
  const causes = causesOf(operation, reference.causes)
  const common = causes.filter(({ code }) => reference.commonCodes.includes(code))
  const own = causes.filter((cause) => !common.includes(cause))
  const bodies = [...new Set(replies.flatMap(({ errorBody }) => errorBody ?? []))]
  return (
    <DocsPageFrame
      pages={pages}
      page={page}
      actions={
        <TryCall
          operation={{
            method,
            path,
            summary,
            needsToken,
            parameters: parameters.map(toFilledIn),
            bodyExample: body?.example ?? null,
          }}
        />
      }
    >
      <p className="flex items-start gap-2.5">
        <MethodBadge method={method} />
        <code className="min-w-0 break-all font-mono text-[0.8125rem] leading-5">{path}</code>
      </p>
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-6">
          <Paragraphs texts={description.split('\n\n').filter(Boolean)} pages={pages} page={page} />
          <p className="flex flex-wrap gap-2">
            <Badge>{needsToken ? 'Requires an access token of a live key' : 'No access token required'}</Badge>
            {scope ? <Badge tone="accent">Scope {scope}</Badge> : null}
          </p>
        </div>
        <div className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <div className="space-y-4 xl:sticky xl:top-4">
            <CodeTabs label={summary} programs={programsOf(operation, baseUrl)} />
            <ReplyExamples examples={examplesOf(operation)} />
          </div>
        </div>
        <div className="min-w-0 space-y-6">
          {parameters.length > 0 ? (
            <Part id="parameters" title="Parameters">
              <FieldList fields={parameters} />
            </Part>
          ) : null}
          {body ? (
            <Part id="body" title="Body" note={body.contentTypes.join(' or ')}>
              <FieldList fields={body.fields} />
            </Part>
          ) : null}
          <Part id="responses" title="Responses">
            <ReplyList replies={replies.filter(({ fields }) => fields !== null)} />
          </Part>
          {causes.length > 0 ? (
            <Part id="errors" title="Errors">
              {own.length > 0 ? <CauseList causes={own} /> : null}
              {common.length > 0 ? (
                <div className="rounded-lg border bg-surface">
                  <Expandable summary={`${common.length} errors that most operations can return`}>
                    <CauseList causes={common} />
                  </Expandable>
                </div>
              ) : null}
              <p className="text-muted-foreground text-xs">
                Bodies:{' '}
                {bodies.map((name, index) => (
                  <Fragment key={name}>
                    {index > 0 ? ', ' : ''}
                    <TextLink href={docsPaths.docsErrors(name)} className="underline">
                      {name}
                    </TextLink>
                  </Fragment>
                ))}
              </p>
            </Part>
          ) : null}
        </div>
      </div>
    </DocsPageFrame>
  )
}

/** A form begins without the id of an example: a reader puts in one of their own. */
function toFilledIn(parameter: Parameter): Parameter {
  return parameter.location === 'path' && parameter.type.startsWith('string')
    ? { ...parameter, example: '' }
    : parameter
}

function examplesOf({ replies }: Operation): { status: string; code: string }[] {
  return replies.flatMap(({ status, example }) => (example === null ? [] : [{ status, code: example }]))
}
