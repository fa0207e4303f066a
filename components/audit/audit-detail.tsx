import { AppLink } from '@/components/layout/app-link'
import { Disclosure } from '@/components/ui/disclosure'
import { JsonCode } from '@/components/ui/json-code'
import { Time } from '@/components/ui/time'
import type { AuditEntryView } from '@/schemas/audit/contract'
import { type DetailLine, detailLines } from './detail-lines'
import { recordHref } from './record-href'
import { shortenIds } from './shorten-ids'

type AuditDetailProps = {
  entry: AuditEntryView
  /** The project of the reader; null for an operator. */
  projectId: string | null
}

/**
 * The detail of an audit entry as fields and changes in words, with the JSON as it is stored under them. Both sides of
 * a change are whole: another address may have the same ends.
 */
export function AuditDetail({ entry, projectId }: AuditDetailProps) {
  const lines = detailLines(entry)
  if (lines.length === 0) return <span className="text-muted-foreground">—</span>
  return (
    <div className="wrap-anywhere flex min-w-0 flex-wrap gap-x-4 whitespace-normal py-1 font-normal text-[0.8125rem]">
      <ul className="contents">
        {lines.map((line) => (
          <li key={`${line.name} ${line.value}`}>
            {line.name ? <span className="text-muted-foreground">{line.name}: </span> : null}
            <Value line={line} projectId={entry.projectId ?? projectId} isOperator={projectId === null} />
          </li>
        ))}
      </ul>
      <div className="has-open:basis-full">
        <Disclosure summary={<span className="text-muted-foreground text-xs">JSON</span>}>
          <pre className="mt-1 whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs">
            <JsonCode code={JSON.stringify(entry.detail, null, 2)} />
          </pre>
        </Disclosure>
      </div>
    </div>
  )
}

type ValueProps = { line: DetailLine; projectId: string | null; isOperator: boolean }

function Value({ line: { value, former, stored }, projectId, isOperator }: ValueProps) {
  if (former !== undefined) {
    return (
      <>
        <span className="text-muted-foreground">{former}</span>
        <span aria-hidden> → </span>
        <span className="sr-only"> changed to </span>
        {value}
      </>
    )
  }
  if (stored?.form === 'time' && !Number.isNaN(Date.parse(stored.value)))
    return <Time value={stored.value} format="utc" />
  const href = stored && recordHref(stored, { projectId, isOperator })
  if (!href) return shortenIds(value)
  return (
    <AppLink href={href} className="text-accent-foreground underline underline-offset-4">
      {shortenIds(value)}
    </AppLink>
  )
}
