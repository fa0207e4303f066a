import { NEW_IDEMPOTENCY_KEY } from './idempotency-key'
import type { Operation } from './read-reference'

/** The key in the examples of bodies. The programs read it from the environment. */
export const EXAMPLE_KEY = 'sk_live_…'

/** The operation as a command for a shell in which TOKEN has an access token; it says so if there is none. */
export function toCurl(operation: Operation, baseUrl: string): string {
  const { method, needsToken, parameters, body } = operation
  const hasKey = parameters.some((parameter) => parameter.location === 'header')
  const options = [operation.id === 'streamEvents' ? ' -N' : '', method === 'GET' ? '' : ` -X ${method}`].join('')
  const lines = [`curl${options} '${baseUrl}${exampleUrl(operation)}'`]
  if (needsToken) lines.push(`-H "Authorization: Bearer \${TOKEN:?put an access token in TOKEN first}"`)
  if (hasKey) lines.push(`-H "Idempotency-Key: $IDEMPOTENCY_KEY"`)
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d '${quoted(body.example)}'`)
  return [...(hasKey ? NEW_IDEMPOTENCY_KEY : []), lines.join(' \\\n  ')].join('\n')
}

/** Within single quotes of a shell. */
function quoted(json: string): string {
  const key = `'"\${SLIPWAY_API_KEY:?put your live key in SLIPWAY_API_KEY first}"'`
  return json.replaceAll("'", `'\\''`).replace(EXAMPLE_KEY, key)
}

/** The address of a call, with examples of the parameters that it needs. */
export function exampleUrl({ path, parameters }: Operation): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
    encodeURIComponent(parameters.find((parameter) => parameter.name === name)?.example ?? ''),
  )
  const query = parameters
    .filter((parameter) => parameter.location === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}
