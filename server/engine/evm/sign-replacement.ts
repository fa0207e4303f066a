import { type Hex, parseTransaction } from 'viem'
import { CANCEL_GAS_WITH_CODE, NATIVE_TRANSFER_GAS } from '@/server/chains/evm/gas-figures'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Fees } from '@/server/chains/evm/read-market'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, resultOf } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { signEvmTransactions } from '@/server/custody/sign'
import type { Signer } from './load-signers'
import type { StuckRow } from './load-stuck'
import type { Replacement } from './store-attempts'

export type Signing = { row: StuckRow; reason: 'bump' | 'cancel'; fees: Fees; signer: Signer }

/** The same transaction at another price, or a transfer of nothing to oneself in its place; at most one. */
export async function signReplacement(
  ctx: WorkerCtx,
  chain: Chain,
  { row, reason, fees, signer }: Signing,
): Promise<Replacement[]> {
  const [newest] = row.attempts
  if (!newest) return []
  const call = reason === 'cancel' ? await nothing(chain, signer) : callOfBytes(newest.raw)
  const { address: expectedAddress, ...derivation } = signer
  const transaction = { chainId: chain.chainId, nonce: row.nonce, ...call, ...fees }
  const [signed] = await signEvmTransactions(ctx, [{ ...derivation, expectedAddress, transaction }])
  if (!signed) return []
  return [
    {
      transactionId: row.id,
      businessId: row.businessId,
      fromAddress: row.senderAddress,
      nonce: row.nonce,
      txHash: signed.hash,
      raw: signed.raw,
      gasLimit: call.gas,
      l1FeeUnits: await l1FeeUpperBound(chain, signed.raw.length),
      ...fees,
      replacesId: newest.id,
      reason,
    },
  ]
}

async function nothing(chain: Chain, { address }: Signer) {
  const [code] = await callRpcBatch(chain, [{ method: 'eth_getCode', params: [address, 'latest'] }])
  const gas = resultOf(code) === '0x' ? NATIVE_TRANSFER_GAS : CANCEL_GAS_WITH_CODE
  return { to: address as Hex, value: 0n, data: '0x' as const, gas } // a stored address is checksummed hex
}

/** What was signed before, field by field: it was compared with the intent when it was first signed. */
function callOfBytes(raw: string) {
  const read = parseTransaction(`0x${raw}` as Hex) // bytes of our own table
  return {
    to: read.to ?? null,
    value: read.value ?? 0n,
    data: read.data ?? ('0x' as const),
    gas: read.gas ?? 0n,
    ...(read.type === 'eip7702' ? { authorizations: authorizationsOf(read.authorizationList) } : {}),
  }
}

type ReadAuthorization = { address?: Hex; chainId: number; nonce: number; yParity?: number; r?: Hex; s?: Hex }

function authorizationsOf(list: readonly ReadAuthorization[] | undefined) {
  return (list ?? []).map(({ address, chainId, nonce, yParity, r, s }) => {
    if (!address || !r || !s) throw new Error('a stored authorization is incomplete')
    return { chainId, nonce, delegate: address, yParity: yParity === 1 ? (1 as const) : (0 as const), r, s }
  })
}
