import { NEW_IDEMPOTENCY_KEY } from '@/components/reference/idempotency-key'
import { TOKEN_HEADER, tokenLines } from '@/components/reference/token-lines'

/** A call that works as it stands once it holds a key; without one it says so and calls nothing. */
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
