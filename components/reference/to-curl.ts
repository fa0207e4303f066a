import type { Operation } from './read-reference'

/** The operation as a command for a shell in which TOKEN holds an access token. */
export function toCurl(operation: Operation, baseUrl: string): string {
  const lines = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} '${baseUrl}${exampleUrl(operation)}'`,
  ]
  if (operation.needsToken) lines.push(`-H "Authorization: Bearer $TOKEN"`)
  for (const parameter of operation.parameters) {
    if (parameter.place === 'header') lines.push(`-H "${parameter.name}: $(date +%s)"`)
  }
  if (operation.body) {
    lines.push(`-H 'Content-Type: application/json'`, `-d '${operation.body.example.replaceAll("'", `'\\''`)}'`)
  }
  return lines.join(' \\\n  ')
}

function exampleUrl({ path, parameters }: Operation): string {
  const query = parameters
    .filter((parameter) => parameter.place === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}
