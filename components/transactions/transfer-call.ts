import { NEW_IDEMPOTENCY_KEY } from '@/components/reference/idempotency-key'
import { TOKEN_HEADER, tokenLines } from '@/components/reference/token-lines'
import type { ChainView } from '@/schemas/wallets/contract'
import type { Tags, TagValues } from './transfer-tags'

export type TransferValues = { chainId: string; asset: string; toAddress: string; amount: string }
/** The values of the transfer form. */
export type SendValues = TransferValues & TagValues

export type TransferBody = {
  fromAddress: string
  toAddress: string
  amount: string
  chainType: ChainView['chainType']
  chainId: number
  cNGN?: true
  tokenAddress?: string
}

/** The body of `POST /v1/wallet/transaction` from the values of the form, without a reference and metadata. */
export function transferBodyOf(from: string, values: TransferValues, chain: ChainView): TransferBody {
  const token = chain.tokens.find(({ symbol }) => symbol === values.asset)
  const asset = token ? (token.symbol === 'cNGN' ? { cNGN: true as const } : { tokenAddress: token.address }) : {}
  return {
    fromAddress: from,
    toAddress: values.toAddress,
    amount: values.amount,
    chainType: chain.chainType,
    chainId: chain.chainId,
    ...asset,
  }
}

type TransferCode = { baseUrl: string; body: Partial<TransferBody> & Tags; hint: string }

/**
 * The call for a shell: it works unchanged once it holds a key. Each run of it is a new transfer, unless it has a
 * reference.
 */
export function transferCode({ baseUrl, body, hint }: TransferCode): string {
  return [
    ...tokenLines({ baseUrl, key: '', hint }),
    ...NEW_IDEMPOTENCY_KEY,
    `curl -s ${baseUrl}/v1/wallet/transaction \\`,
    `  ${TOKEN_HEADER} \\`,
    `  -H "Idempotency-Key: $IDEMPOTENCY_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join('\n')
}
