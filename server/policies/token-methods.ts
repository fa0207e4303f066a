import { erc20Selectors } from '@/contracts/generated/erc20'

type TokenMethod = { signature: keyof typeof erc20Selectors; recipient: number; units: number }

/**
 * ERC-20 methods that transfer tokens or the right to spend them, with the indexes of the arguments for the recipient
 * and the amount.
 */
const METHODS: readonly TokenMethod[] = [
  { signature: 'transfer(address,uint256)', recipient: 0, units: 1 },
  { signature: 'transferFrom(address,address,uint256)', recipient: 1, units: 2 },
  { signature: 'approve(address,uint256)', recipient: 0, units: 1 },
  { signature: 'increaseAllowance(address,uint256)', recipient: 0, units: 1 },
]

/** Those methods by selector. */
export const TOKEN_METHODS: Readonly<Record<string, TokenMethod>> = Object.fromEntries(
  METHODS.map((method) => [erc20Selectors[method.signature], method]),
)
