import { sql } from 'drizzle-orm'
import { type Hex, parseTransaction, recoverTransactionAddress } from 'viem'
import { z } from 'zod'
import { CANCEL_GAS_WITH_CODE, NATIVE_TRANSFER_GAS } from '@/server/chains/evm/gas-figures'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { signEvmTransactions } from '@/server/custody/sign'
import type { ReplacementOrder, ReplacementsOrder } from '@/server/engine/signing/orders'
import { faultPoint } from '@/server/fault-point'
import { findBlockedRows } from '@/server/screening/find-blocked'
import { loadSigners, type Signer } from './load-signers'
import { type Replacement, type StoredAttempt, storeReplacements } from './store-attempts'

/** A signed transaction that is not mined, with the attempt to replace. */
const signedRow = z.object({
  id: z.string(),
  businessId: z.string(),
  laneWalletId: z.string(),
  senderAddress: z.string(),
  nonce: z.number(),
  replacesId: z.string(),
  raw: z.string(),
  type: z.string(),
  toAddress: z.string(),
  callData: z.string().nullable(),
})
type SignedRow = z.infer<typeof signedRow>

/** The gas limit of a cancellation, which sends zero to its own wallet: without code at the account, and with code. */
const CANCEL_GAS: readonly (bigint | null)[] = [NATIVE_TRANSFER_GAS, CANCEL_GAS_WITH_CODE]

/**
 * Signs replacements at other fees, or cancellations that send zero to their own wallet, and stores them. Skips
 * transactions that ended or were replaced meanwhile, and signs nothing but cancellations of those that name a blocked
 * address. Throws recovering.
 */
export async function signReplacements(
  ctx: WorkerCtx,
  { chainId, orders }: ReplacementsOrder,
): Promise<StoredAttempt[]> {
  const chain = await findChain(chainId)
  if (!chain) throw new Error(`chain ${chainId} is not known`)
  const rows = await loadSigned(ctx, chainId, orders)
  const signerOf = await loadSigners(
    ctx,
    rows.map((row) => row.laneWalletId),
  )
  const blocked = await findBlockedRows(ctx, rows)
  const replacements: Replacement[] = []
  for (const order of orders) {
    const row = rows.find(({ id, replacesId }) => id === order.transactionId && replacesId === order.replacesId)
    if (row && (order.reason === 'cancel' || !blocked.has(row.id)))
      replacements.push(await signOne(ctx, chain, { row, order, signer: signerOf(row.laneWalletId) }))
  }
  const isCancel = replacements.some(({ reason }) => reason === 'cancel')
  faultPoint(isCancel ? 'cancel-after-sign' : 'bump-after-sign')
  const stored = await storeReplacements(chainId, replacements)
  faultPoint(isCancel ? 'cancel-after-store' : 'bump-after-store')
  return stored
}

async function loadSigned(
  { db }: WorkerCtx,
  chainId: number,
  orders: readonly ReplacementOrder[],
): Promise<SignedRow[]> {
  const ids = JSON.stringify(orders.map(({ replacesId }) => replacesId))
  const rows = await db.execute(sql`
    select t.id, t.business_id as "businessId", t.lane_wallet_id as "laneWalletId", t.sender_address as "senderAddress", t.nonce::int as nonce,
      a.id as "replacesId", encode(a.raw_transaction, 'hex') as raw,
      t.type, t.to_address as "toAddress", t.call_data as "callData"
    from transaction_attempts a join transactions t on t.id = a.transaction_id and t.chain_id = a.chain_id
    where a.id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))
      and t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')`)
  return z.array(signedRow).parse([...rows])
}

type Signing = { row: SignedRow; order: ReplacementOrder; signer: Signer }

async function signOne(ctx: WorkerCtx, chain: Chain, { row, order, signer }: Signing): Promise<Replacement> {
  const { reason, replacesId, gasLimit, l1FeeUnits, maxFeePerGas, maxPriorityFeePerGas } = order
  const fees = { maxFeePerGas, maxPriorityFeePerGas }
  if (maxFeePerGas > chain.maxFeePerGasCap)
    throw new Error('the fees are above the cap of the chain, nothing was signed')
  const call = reason === 'cancel' ? zeroTransfer(signer, gasLimit) : await callOfBytes(row, chain)
  const { address: expectedAddress, ...derivation } = signer
  const transaction = { chainId: chain.chainId, nonce: row.nonce, ...call, ...fees }
  const [signed] = await signEvmTransactions(ctx, [{ ...derivation, expectedAddress, transaction }])
  if (!signed) throw new Error('a signature is missing')
  return {
    transactionId: row.id,
    businessId: row.businessId,
    fromAddress: signer.address,
    nonce: row.nonce,
    txHash: signed.hash,
    raw: signed.raw,
    gasLimit: call.gas,
    l1FeeUnits,
    ...fees,
    replacesId,
    reason,
  }
}

function zeroTransfer({ address }: Signer, gas: bigint | null) {
  if (gas === null || !CANCEL_GAS.includes(gas)) throw new Error('a cancel has another gas limit, nothing was signed')
  return { to: address as Hex, value: 0n, data: '0x' as const, gas } // a stored address is checksummed hex
}

/** The call of the stored bytes. Recovers their signature to prove that the wallet signed them. */
async function callOfBytes({ raw, senderAddress, nonce }: SignedRow, { chainId }: Chain) {
  const serialized = `0x${raw}` as Hex // bytes of our own table
  const read = parseTransaction(serialized)
  const signedBy = await recoverTransactionAddress({
    // type 2 or 4, or it throws
    serializedTransaction: serialized as Parameters<typeof recoverTransactionAddress>[0]['serializedTransaction'],
  })
  if (signedBy !== senderAddress || read.nonce !== nonce || read.chainId !== chainId)
    throw new Error(`nonce ${nonce} of ${senderAddress}: the stored bytes are not what was signed, nothing was signed`)
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
