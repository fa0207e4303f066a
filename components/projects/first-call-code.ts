import { NEW_IDEMPOTENCY_KEY } from '@/components/reference/idempotency-key'

/** A call that works as it stands once it holds a key; without one it says so and calls nothing. */
export function firstCallCode({ baseUrl, key, hint }: { baseUrl: string; key: string; hint: string }): string {
  return [
    `# Your live key (${hint}), between the quotes.`,
    `SLIPWAY_KEY='${key}'`,
    '',
    `TOKEN=$(curl -s ${baseUrl}/v1/oauth/token \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"grant_type":"client_credentials","client_secret":"'"\${SLIPWAY_KEY:?is empty: put your live key into the first line}"'"}' \\`,
    `  | sed -nE 's/.*"access_token":"([^"]+)".*/\\1/p')`,
    '',
    ...NEW_IDEMPOTENCY_KEY,
    `curl -s ${baseUrl}/v1/wallet/hd/generate \\`,
    `  -H "Authorization: Bearer \${TOKEN:?is empty: no token was given for this key}" \\`,
    `  -H "Idempotency-Key: $IDEMPOTENCY_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"chainType":"EVM","purpose":"DEPOSITS"}'`,
  ].join('\n')
}
