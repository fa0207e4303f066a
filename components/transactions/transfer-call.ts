import { callCode } from '@/components/reference/call-code'
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

/** The call as a shell command. Each run of it is a new transfer, unless it has a reference. */
export function transferCode(call: TransferCode): string {
  return callCode({ ...call, path: '/v1/wallet/transaction', isWrite: true })
}
