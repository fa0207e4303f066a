import { NEW_IDEMPOTENCY_KEY } from './idempotency-key'
import type { Operation } from './read-reference'

/** The operation as a command for a shell in which TOKEN holds an access token; it says so where there is none. */
export function toCurl(operation: Operation, baseUrl: string): string {
  const { method, needsToken, parameters, body } = operation
  const hasKey = parameters.some((parameter) => parameter.location === 'header')
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} '${baseUrl}${exampleUrl(operation)}'`]
  if (needsToken) lines.push(`-H "Authorization: Bearer \${TOKEN:?put an access token in TOKEN first}"`)
  if (hasKey) lines.push(`-H "Idempotency-Key: $IDEMPOTENCY_KEY"`)
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d '${body.example.replaceAll("'", `'\\''`)}'`)
  return [...(hasKey ? NEW_IDEMPOTENCY_KEY : []), lines.join(' \\\n  ')].join('\n')
}

function exampleUrl({ path, parameters }: Operation): string {
  const query = parameters
    .filter((parameter) => parameter.location === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}
