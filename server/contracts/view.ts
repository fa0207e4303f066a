import { type Hex, slice } from 'viem'
import type { ContractReadView, ContractRevertView } from '@/schemas/contracts/contract'
import type { JsonValue } from '@/server/abi/to-json'
import { namedRevert } from '@/server/chains/evm/revert-reason'
import type { Chain } from '@/server/chains/registry'
import type { AbiError } from '@/server/text/declaration-tokens'
import type { EncodedCall } from './require-call'

type Read = {
  chain: Pick<Chain, 'chainId'>
  to: string
  call: EncodedCall
  at: { number: string; hash: string }
  data: Hex
  result: JsonValue
}

export function toContractRead({ chain, to, call, at, data, result }: Read): ContractReadView {
  return {
    chainId: chain.chainId,
    to,
    function: call.declaration,
    blockNumber: BigInt(at.number).toString(),
    blockHash: at.hash,
    result,
    data,
  }
}

/** Revert data can have any length. */
const MAX_SHOWN = 2 + 2 * 1_024

type Revert = { reason: string; data: Hex; errors: readonly AbiError[]; blockNumber: string }

export function toContractRevert({ reason, data, errors, blockNumber }: Revert): ContractRevertView {
  const decoded = namedRevert(data, errors)
  return {
    reason,
    selector: data.length >= 10 ? slice(data, 0, 4) : null,
    name: decoded?.name ?? null,
    args: decoded?.args ?? null,
    data: data.slice(0, MAX_SHOWN),
    blockNumber: BigInt(blockNumber).toString(),
  }
}
