import { Disclosure } from '@/components/ui/disclosure'
import { JsonCode } from '@/components/ui/json-code'
import type { AuditEntryView } from '@/schemas/audit/contract'
import { detailLines } from './detail-lines'
import { shortenIds } from './shorten-ids'

/**
 * The detail of an audit entry as fields and changes, with the JSON as it is stored under them. Both sides of a change
 * are whole: another address may have the same ends.
 */
export function AuditDetail({ detail }: { detail: AuditEntryView['detail'] }) {
  const lines = detailLines(detail)
  if (lines.length === 0) return <span className="text-muted-foreground">—</span>
  return (
    <div className="wrap-anywhere flex min-w-0 flex-wrap gap-x-4 whitespace-normal py-1 font-normal text-[0.8125rem]">
      <ul className="contents">
        {lines.map(({ name, value, former }) => (
          <li key={name}>
            {name ? <span className="text-muted-foreground">{name}: </span> : null}
            {former === undefined ? null : (
              <>
                <span className="text-muted-foreground">{former}</span>
                <span aria-hidden> → </span>
                <span className="sr-only"> changed to </span>
              </>
            )}
            {former === undefined ? shortenIds(value) : value}
          </li>
        ))}
      </ul>
      <div className="has-open:basis-full">
        <Disclosure summary="JSON">
          <pre className="mt-1 whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs">
            <JsonCode code={JSON.stringify(detail, null, 2)} />
          </pre>
        </Disclosure>
      </div>
    </div>
  )
}
