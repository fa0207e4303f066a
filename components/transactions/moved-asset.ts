import { erc20Selectors } from '@/contracts/generated/erc20'
import type { TransactionView } from '@/schemas/transactions/contract'
import { fromBaseUnits } from './from-base-units'

export type AssetMove = Pick<TransactionView, 'chainId' | 'tokenAddress' | 'type' | 'toAddress' | 'amount' | 'data'>
type Token = { symbol: string; address: string; decimals: number }

/** Null: the calldata does not show the amount. Then `unit` describes it. */
export type MovedAsset = { amount: string | null; unit: string }

const WORD = 64
/** ERC-20 methods by selector: the index of the argument with the units, and the text after the symbol. */
const TOKEN_METHODS: Readonly<Record<string, { units: number; says: string }>> = {
  [erc20Selectors['transfer(address,uint256)']]: { units: 1, says: '' },
  [erc20Selectors['transferFrom(address,address,uint256)']]: { units: 2, says: '' },
  [erc20Selectors['approve(address,uint256)']]: { units: 1, says: ' allowed' },
  [erc20Selectors['increaseAllowance(address,uint256)']]: { units: 1, says: ' additional allowance' },
}
const ALL = 2n ** 255n

/** The asset that a transaction moves, for display: for a signed token call the tokens, not the coin it sends along. */
export function movedAsset(moved: AssetMove, nativeSymbol: string, tokens: readonly Token[]): MovedAsset {
  const tokenAt = (address: string) => tokens.find((token) => token.address.toLowerCase() === address.toLowerCase())
  const { type, tokenAddress, amount, data } = moved
  if (tokenAddress) return { amount, unit: tokenAt(tokenAddress)?.symbol ?? 'tokens' }
  if (type !== 'SIGN' || !data || data === '0x' || !/^0(\.0+)?$/.test(amount)) return { amount, unit: nativeSymbol }
  const call = { amount: null, unit: 'Contract call' }
  const token = tokenAt(moved.toAddress)
  const method = TOKEN_METHODS[data.slice(0, 10).toLowerCase()]
  const word = method && data.slice(10 + WORD * method.units, 10 + WORD * (method.units + 1))
  if (!token || !method || word?.length !== WORD) return call
  const units = BigInt(`0x${word}`)
  const allowed = units >= ALL ? 'unlimited' : fromBaseUnits(units.toString(), token.decimals)
  return { amount: allowed, unit: `${token.symbol}${method.says}` }
}
