import { Fragment } from 'react'
import { InlineCode } from './inline-code'
import type { Field } from './to-fields'

type FieldListProps = {
  fields: readonly (Field & { location?: string })[]
  /** In replies, fields that are always present have no label. */
  quiet?: boolean
}

/** Names, types and rules of a body or of parameters. */
export function FieldList({ fields, quiet }: FieldListProps) {
  return (
    <dl className="divide-y rounded-lg border bg-surface">
      {fields.map((field) => (
        <div key={field.name} className="grid gap-x-6 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="min-w-0">
            <code className="break-words font-mono font-semibold text-[0.8125rem]">{field.name}</code>
            <span className="mt-0.5 block text-muted-foreground text-xs">
              {[field.type, field.location && `in ${field.location}`].filter(Boolean).join(' · ')}
            </span>
          </dt>
          <dd className="min-w-0 space-y-0.5 break-words">
            {quiet ? null : (
              <p className="font-medium text-xs">
                {field.required ? (
                  <span className="text-warning-foreground">Required</span>
                ) : (
                  <span className="text-muted-foreground">Optional</span>
                )}
              </p>
            )}
            {field.description ? (
              <p>
                <InlineCode text={field.description} />
              </p>
            ) : null}
            {field.choices.length > 0 ? (
              <p>
                {field.choices.length > 1 ? 'One of ' : 'Always '}
                {field.choices.map((choice, index) => (
                  <Fragment key={choice}>
                    {index > 0 ? ', ' : ''}
                    <code className="rounded bg-muted px-1 py-0.5 font-mono text-[0.8125rem]">{choice}</code>
                  </Fragment>
                ))}
              </p>
            ) : null}
            {field.rules.length > 0 ? <p className="text-muted-foreground">{field.rules.join(' · ')}</p> : null}
            {quiet && !field.required ? <p className="text-muted-foreground text-xs">Not always present</p> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
