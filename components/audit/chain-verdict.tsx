import { type QueryFailure, queryErrorText } from '@/components/query-error-text'
import { Alert } from '@/components/ui/alert'

type ChainVerdictProps = {
  verdict: { isIntact: true; rows: number } | { isIntact: false; rows: number; brokenAt: number } | undefined
  error: QueryFailure | null
}

/** The result of walking the chain; nothing before it was requested. */
export function ChainVerdict({ verdict, error }: ChainVerdictProps) {
  if (error) return <Alert tone="danger">{queryErrorText(error)}</Alert>
  if (!verdict) return null
  if (verdict.isIntact) {
    return (
      <Alert tone="success" title="The chain is intact">
        {verdict.rows} {verdict.rows === 1 ? 'row' : 'rows'}, none missing and none changed.
      </Alert>
    )
  }
  return (
    <Alert tone="danger" title={`The chain is broken at row ${verdict.brokenAt}`}>
      That row is missing or was changed; the {verdict.rows} before it are intact.
    </Alert>
  )
}
