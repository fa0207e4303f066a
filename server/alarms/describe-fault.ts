import { isDatabaseUnavailable } from '@/db/connection-lost'
import { redactSecrets } from '@/server/redact-secrets'

const MAX_LENGTH = 300
const MAX_CAUSES = 5

/**
 * The cause of a failure as text that can be shown and logged: without statements, their values, URLs of endpoints and
 * keys.
 */
export function describeFault(error: unknown): string {
  const parts = partsOf(error).filter((part, index, all) => part !== '' && all.indexOf(part) === index)
  return redactSecrets(parts.join(': ')).slice(0, MAX_LENGTH) || 'unknown'
}

function partsOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error)) return depth === 0 ? [typeof error === 'string' ? error : 'unknown'] : []
  const isStatement = error.name === 'FailedQuery'
  if (isStatement && isDatabaseUnavailable(error)) return [`Postgres cannot answer (${codeOf(error)})`]
  const own = isStatement ? 'Postgres refused a statement' : textOf(error)
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return depth === MAX_CAUSES ? [own] : [own, ...partsOf(inner, depth + 1)]
}

/** Errors of Node say their code alone. */
function textOf(error: Error): string {
  return error.message || ('code' in error ? String(error.code) : error.name)
}

function codeOf(error: Error): string {
  if ('code' in error) return String(error.code)
  return error.cause instanceof Error ? codeOf(error.cause) : error.name
}
