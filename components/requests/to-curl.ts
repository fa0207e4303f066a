import type { RequestDetail } from '@/schemas/requests/contract'

/** The call as a shell command. The token is the caller's own, and redacted values must be filled in. */
export function toCurl({ request, baseUrl, requestBody }: RequestDetail): string {
  const lines = [
    `curl${request.method === 'GET' ? '' : ` -X ${request.method}`} ${quoted(baseUrl + request.path + request.search)}`,
    `-H "authorization: Bearer \${TOKEN:?put an access token in TOKEN first}"`,
    ...(request.idempotencyKey ? [`-H ${quoted(`idempotency-key: ${request.idempotencyKey}`)}`] : []),
    ...(requestBody ? [`-H 'content-type: application/json'`, `-d ${quoted(requestBody)}`] : []),
  ]
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
