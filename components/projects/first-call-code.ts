import { NEW_IDEMPOTENCY_KEY } from '@/components/reference/idempotency-key'
import { TOKEN_HEADER, tokenLines } from '@/components/reference/token-lines'

/** A complete call once it contains a key. Without a key it prints that and calls nothing. */
export function firstCallCode({ baseUrl, key, hint }: { baseUrl: string; key: string; hint: string }): string {
  return [
    ...tokenLines({ baseUrl, key, hint }),
    ...NEW_IDEMPOTENCY_KEY,
    `curl -s ${baseUrl}/v1/wallet/hd/generate \\`,
    `  ${TOKEN_HEADER} \\`,
    `  -H "Idempotency-Key: $IDEMPOTENCY_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"chainType":"EVM","purpose":"DEPOSITS","count":2}'`,
  ].join('\n')
}
