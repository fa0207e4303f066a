import type { Address, Hex } from 'viem'
import type { Authorization } from '@/server/chains/evm/delegate'

/** r and s as 32-byte hex. */
export type SignedAuthorization = Authorization & { yParity: 0 | 1; r: Hex; s: Hex }

/** Every field is set by the caller: nothing about a transaction is decided or defaulted in custody. */
export type EvmTransaction = {
  chainId: number
  nonce: number
  /** Null deploys a contract. */
  to: Address | null
  value: bigint
  data: Hex
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** Points accounts to their delegate (EIP-7702) before the call runs; makes the transaction one of type 4. */
  authorizations?: readonly SignedAuthorization[]
}
