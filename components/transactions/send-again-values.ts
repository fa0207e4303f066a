import { shortenMiddle } from '@/components/ui/shorten-middle'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { ChainView } from '@/schemas/wallets/contract'
import type { SendValues } from './transfer-call'
import { rowsOf } from './transfer-tags'

/** The API knows the decimals of a token that the chain's list lacks; no token has more. */
const UNKNOWN_DECIMALS = 36

/** A form that was filled in from an earlier transfer, or why it cannot be. */
export type SendAgain = { values: SendValues; from: string; chains: readonly ChainView[] } | { problem: string }

/**
 * The form of the same transfer: recipient, amount, token and metadata. The reference stays empty, because it names one
 * transfer. `chains` know the token then.
 */
export function sendAgainOf(earlier: TransactionView, chains: readonly ChainView[]): SendAgain {
  const { type, chainId, tokenAddress, fromAddress, toAddress, amount, metadata } = earlier
  if (type !== 'TRANSFER') return { problem: 'This transaction is not a transfer. Only transfers can be sent again.' }
  const chain = chains.find((one) => one.chainId === chainId)
  if (!chain?.isAvailable) return { problem: `${chain?.name ?? 'The chain of this transfer'} is not available now.` }
  const token = tokenAddress === undefined ? null : tokenOf(chain, tokenAddress)
  const withToken =
    token === null || chain.tokens.includes(token) ? chain : { ...chain, tokens: [...chain.tokens, token] }
  return {
    values: {
      chainId: String(chainId),
      asset: token?.symbol ?? chain.nativeSymbol,
      toAddress,
      amount,
      reference: '',
      metadata: rowsOf(metadata),
    },
    from: fromAddress,
    chains: chains.map((one) => (one === chain ? withToken : one)),
  }
}

function tokenOf({ tokens }: ChainView, address: string): ChainView['tokens'][number] {
  const listed = tokens.find((one) => one.address === address)
  return listed ?? { symbol: shortenMiddle(address), address, decimals: UNKNOWN_DECIMALS }
}
