import { erc20Selectors } from '@/contracts/generated/erc20'

/** A method, with the indexes of its arguments; `owner` is null if the caller's own tokens move. */
type TokenMethod = {
  signature: keyof typeof erc20Selectors
  /** Whether it moves tokens, and not only the right to spend them. */
  moves: boolean
  owner: number | null
  recipient: number
  units: number
}

/** ERC-20 methods that transfer tokens or the right to spend them. */
const METHODS: readonly TokenMethod[] = [
  { signature: 'transfer(address,uint256)', moves: true, owner: null, recipient: 0, units: 1 },
  { signature: 'transferFrom(address,address,uint256)', moves: true, owner: 0, recipient: 1, units: 2 },
  { signature: 'approve(address,uint256)', moves: false, owner: null, recipient: 0, units: 1 },
  { signature: 'increaseAllowance(address,uint256)', moves: false, owner: null, recipient: 0, units: 1 },
]

/** The methods above, by selector. */
export const TOKEN_METHODS: Readonly<Record<string, TokenMethod>> = Object.fromEntries(
  METHODS.map((method) => [erc20Selectors[method.signature], method]),
)
