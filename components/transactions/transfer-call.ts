import { z } from 'zod'
import type { ChainView } from '@/server/wallets/contract'

export const sendForm = z.object({
  chainId: z.string().min(1, 'Choose a chain'),
  asset: z.string().min(1, 'Choose what to send'),
  toAddress: z.string().trim().min(1, 'Enter an address').max(64),
  amount: z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d*)(\.\d+)?$/, 'Enter an amount such as 1.25'),
})
export type SendValues = z.output<typeof sendForm>

/** The body of `POST /v1/wallet/transaction` for what stands in the form. */
export function transferBodyOf(from: string, values: SendValues, chain: ChainView): Record<string, unknown> {
  const token = chain.tokens.find(({ symbol }) => symbol === values.asset)
  const asset = token ? (token.symbol === 'cNGN' ? { cNGN: true } : { tokenAddress: token.address }) : {}
  return {
    fromAddress: from,
    toAddress: values.toAddress,
    amount: values.amount,
    chainType: chain.chainType,
    chainId: chain.chainId,
    ...asset,
  }
}

type CurlParts = { baseUrl: string; body: Record<string, unknown>; idempotencyKey: string }

/** The same call for a shell in which TOKEN holds an access token. */
export function transferCurl({ baseUrl, body, idempotencyKey }: CurlParts): string {
  return [
    `curl -X POST '${baseUrl}/v1/wallet/transaction'`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'Idempotency-Key: ${idempotencyKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join(' \\\n  ')
}
