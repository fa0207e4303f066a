import { CANCEL_GAS_WITH_CODE, ENVELOPE_BYTES, NATIVE_TRANSFER_GAS } from '@/server/chains/evm/gas-figures'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Fees } from '@/server/chains/evm/read-market'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, resultOf } from '@/server/chains/rpc'
import type { ReplacementOrder } from '@/server/engine/signing/orders'
import type { StuckRow } from './load-stuck'

type Replacing = { row: StuckRow; reason: 'bump' | 'cancel'; fees: Fees }

/** The order that replaces a row's newest attempt; at most one. Throws RpcUnavailableError, RpcError. */
export async function orderReplacement(chain: Chain, { row, reason, fees }: Replacing): Promise<ReplacementOrder[]> {
  const [newest] = row.attempts
  if (!newest) return []
  const isCancel = reason === 'cancel'
  // Larger fees are written in a few bytes more at most.
  const rawBytes = isCancel ? ENVELOPE_BYTES : newest.raw.length / 2 + FEE_BYTES
  return [
    {
      transactionId: row.id,
      replacesId: newest.id,
      reason,
      gasLimit: isCancel ? await cancelGasOf(chain, row.senderAddress) : null,
      l1FeeUnits: await l1FeeUpperBound(chain, rawBytes),
      ...fees,
    },
  ]
}

const FEE_BYTES = 8

async function cancelGasOf(chain: Chain, address: string): Promise<bigint> {
  const [code] = await callRpcBatch(chain, [{ method: 'eth_getCode', params: [address, 'latest'] }])
  return resultOf(code) === '0x' ? NATIVE_TRANSFER_GAS : CANCEL_GAS_WITH_CODE
}
