import { NEW_IDEMPOTENCY_KEY } from './idempotency-key'
import { TOKEN_HEADER, tokenLines } from './token-lines'

type CallCode = {
  baseUrl: string
  /** The visible parts of the key, to recognize it by. */
  hint: string
  path: string
  body: object
  /** Whether the call takes an Idempotency-Key. */
  isWrite: boolean
}

/** A call of the API for a shell: it works unchanged once it holds a key. */
export function callCode({ baseUrl, hint, path, body, isWrite }: CallCode): string {
  return [
    ...tokenLines({ baseUrl, key: '', hint }),
    ...(isWrite ? NEW_IDEMPOTENCY_KEY : []),
    `curl -s ${baseUrl}${path} \\`,
    `  ${TOKEN_HEADER} \\`,
    ...(isWrite ? [`  -H "Idempotency-Key: $IDEMPOTENCY_KEY" \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join('\n')
}
