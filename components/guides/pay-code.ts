import { NEW_IDEMPOTENCY_KEY } from '@/components/reference/idempotency-key'
import { TOKEN_HEADER, tokenLines } from '@/components/reference/token-lines'

/** Prices a top-up, opens it and returns the accounts to pay to. */
export function payCode(baseUrl: string): string {
  const post = (path: string) => `curl -s '${baseUrl}/v1/payments/${path}' \\`
  const body = [
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"purpose":"WALLET_TOPUP","amountUsd":25,"description":"October"}'`,
  ]
  return [
    ...tokenLines({ baseUrl, key: '', hint: 'sk_live_…' }),
    '# What it would cost now. Nothing is opened.',
    post('quote'),
    `  ${TOKEN_HEADER} \\`,
    ...body,
    '',
    ...NEW_IDEMPOTENCY_KEY,
    post('subscribe?providerType=FIAT'),
    `  ${TOKEN_HEADER} \\`,
    `  -H "Idempotency-Key: $IDEMPOTENCY_KEY" \\`,
    ...body,
  ].join('\n')
}
