import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { LeaseLostError } from '@/db/lease'
import { type Chain, findChain } from '@/server/chains/registry'
import { buildMessage } from '@/server/chains/solana/build-message'
import { isProgramCall, type SolanaWork } from '@/server/chains/solana/program-call'
import { decodeProgramCall } from '@/server/chains/solana/program-call-data'
import { isTokenProgram } from '@/server/chains/solana/programs'
import { networkFeeLamports, TRANSFER_SIGNATURES } from '@/server/chains/solana/transfer'
import type { WorkerCtx } from '@/server/ctx'
import { type SolanaSignRequest, signSolanaTransfers } from '@/server/custody/sign-solana'
import { readRows } from '@/server/engine/isolate-rows'
import { allowanceColumn, allowanceRow } from '@/server/engine/signing/allowance'
import { findObjections } from '@/server/engine/signing/find-objections'
import type { SolanaOrder, SolanaTerms } from '@/server/engine/signing/orders'
import { faultPoint } from '@/server/fault-point'
import { type FeePayer, findFeePayer } from '@/server/platform/ensure-fee-payer'
import { isSigner } from '@/server/separate-signer'
import { COLUMNS, queuedRow } from './load-queue'
import type { TransfersOrder } from './order-transfers'
import { MAX_PROVEN, proveExpired } from './prove-expired'
import { rentOfCall } from './rent-of-call'
import { maxComputeUnits, maxFeeLamports } from './solana-limits'
import { type SignedAttempt, type StoredAttempt, storeAttempts } from './store-attempts'

const signableRow = queuedRow.omit({ expired: true, expiredPrice: true }).extend({ allowance: allowanceRow })
type Signable = ReturnType<(typeof signableRow)['parse']>

/**
 * Signs transfers and stores them under the fence of the chain's lease. `database` must be the database that the engine
 * planned with. A signature is returned only after its row is stored. Throws LeaseLostError, recovering, and an error
 * for the first transfer that may not be signed.
 */
export async function signTransfers(
  ctx: WorkerCtx,
  { lease, database, ...order }: SolanaOrder,
): Promise<StoredAttempt[]> {
  const signed = await signOrdered(ctx, order)
  faultPoint('solana-after-sign')
  const stored = await storeAttempts(
    { chainId: order.chainId, consumer: 'engine', depth: 0, ...lease },
    { attempts: signed, database },
  )
  faultPoint(signed.some(({ replaces }) => replaces) ? 'solana-resign-after-store' : 'solana-after-store')
  return stored
}

/** Signs transfers as their rows are now. The caller must store the signatures before it returns or sends them. */
export async function signOrdered(ctx: WorkerCtx, order: TransfersOrder): Promise<SignedAttempt[]> {
  const [chain, feePayer] = await Promise.all([findChain(order.chainId), findFeePayer(ctx)])
  if (!chain || !feePayer) throw new Error(`chain ${order.chainId} is not known, or has no fee payer`)
  const rowOf = await loadSignable(ctx, chain, order)
  const prepared = order.orders.map((terms) => prepare({ chain, feePayer, order }, terms, rowOf(terms.transactionId)))
  const signed = await signSolanaTransfers(
    ctx,
    prepared.map(({ request }) => request),
  )
  return prepared.flatMap(({ attempt }, index) => {
    const bytes = signed[index]
    return bytes ? [{ ...attempt, ...bytes }] : []
  })
}

async function loadSignable(
  ctx: WorkerCtx,
  chain: Chain,
  { chainId, orders }: TransfersOrder,
): Promise<(id: string) => Signable> {
  const ids = JSON.stringify(orders.map(({ transactionId }) => transactionId))
  const answer = await ctx.db.execute(sql`
    select ${COLUMNS}, ${allowanceColumn()} from transactions t join wallets w on w.id = t.wallet_id
    where t.id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`)
  const replaced = new Map(orders.map(({ transactionId, replaces }) => [transactionId, replaces]))
  const rows = readRows(signableRow, answer, { now: ctx.now, chainId }).map((row) => ({
    ...row,
    laneWalletId: row.walletId,
    replaces: replaced.get(row.id) ?? null,
  }))
  const objections = await findObjections(ctx, chainId, rows)
  // The engine has queried the chain already, but a separate signer does not trust the engine.
  const alive = isSigner() ? await findAlive(ctx, chain, rows) : new Set()
  return (id) => {
    const row = rows.find((each) => each.id === id)
    const objection = objections.get(id)
    if (objection) throw objection
    if (alive.has(id)) throw new LeaseLostError(`an earlier signature of transaction ${id} may still be included`)
    if (!row) throw new LeaseLostError(`transaction ${id} does not exist`)
    return row
  }
}

type SigningFacts = { chain: Chain; feePayer: FeePayer; order: TransfersOrder }

function prepare({ chain, feePayer, order }: SigningFacts, terms: SolanaTerms, row: Signable) {
  const { computeUnits, microLamportsPerUnit, rentLamports, rentPerAccount, replaces } = terms
  const transfer = workOf(row, terms, feePayer.address)
  if (computeUnits > maxComputeUnits(transfer)) throw new Error(`transaction ${row.id} exceeds its compute units`)
  const message = { blockhash: order.blockhash, computeUnits, microLamportsPerUnit }
  const request: SolanaSignRequest = {
    feePayer: walletOf({ ...feePayer, walletId: feePayer.id, fromAddress: feePayer.address }),
    sender: walletOf(row),
    messageBytes: buildMessage(transfer, message),
    intent: { transfer, terms: message },
    limits: {
      maxFeeLamports: maxFeeLamports(chain, maxComputeUnits(transfer)),
      rentBudgetLamports: isProgramCall(transfer) ? rentOfCall(transfer.instructions, rentPerAccount) : rentPerAccount,
      rentPerAccountLamports: rentPerAccount,
    },
  }
  const attempt = {
    transactionId: row.id,
    businessId: row.businessId,
    walletId: row.walletId,
    fromAddress: row.fromAddress,
    lastValidBlockHeight: order.lastValidBlockHeight,
    computeUnits,
    microLamportsPerUnit,
    maxLamports: networkFeeLamports(TRANSFER_SIGNATURES, computeUnits, microLamportsPerUnit) + rentLamports,
    replaces,
  }
  return { request, attempt }
}

type WalletFields = Pick<Signable, 'walletId' | 'businessId' | 'seedId' | 'addressIndex' | 'fromAddress'>

function walletOf({ walletId, businessId, seedId, addressIndex, fromAddress }: WalletFields) {
  return { walletId, businessId, seedId, addressIndex, expectedAddress: fromAddress }
}

/** The transfer or program call of a row, with the token program of its mint. */
function workOf(row: Signable, { tokenProgram }: SolanaTerms, feePayer: string): SolanaWork {
  const { intentId, fromAddress: fromOwner, toAddress: toOwner, tokenAddress, decimals, callData, amountUnits } = row
  if (callData !== null) return { intentId, feePayer, fromOwner, instructions: decodeProgramCall(callData, feePayer) }
  if (tokenAddress === null) return { intentId, feePayer, fromOwner, toOwner, token: null, amountUnits }
  if (tokenProgram === null || !isTokenProgram(tokenProgram))
    throw new Error(`transaction ${row.id} moves a token without a token program`)
  const token = { mint: tokenAddress, programId: tokenProgram, decimals }
  return { intentId, feePayer, fromOwner, toOwner, token, amountUnits }
}

const attemptRow = z.object({
  id: z.uuid(),
  signature: z.string(),
  lastValidBlockHeight: z.string().transform((text) => BigInt(text)),
})

/**
 * Ids of the transactions with an earlier signature that is on chain or may still land, according to the endpoints.
 * Asks about every stored attempt, regardless of the state of its row.
 */
async function findAlive(ctx: WorkerCtx, chain: Chain, rows: readonly { id: string }[]): Promise<ReadonlySet<string>> {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const answer = await ctx.db.execute(sql`
    select transaction_id as id, tx_hash as signature, coalesce(last_valid_block_height, 0)::text as "lastValidBlockHeight"
    from transaction_attempts where chain_id = ${chain.chainId}
      and transaction_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`)
  const stored = z.array(attemptRow).parse([...answer])
  const expired = new Set<string>()
  for (let from = 0; from < stored.length; from += MAX_PROVEN) {
    const candidates = stored.slice(from, from + MAX_PROVEN).map((row) => ({ current: row, attempts: [row] }))
    for (const signature of (await proveExpired(ctx, chain, candidates)).expired) expired.add(signature)
  }
  return new Set(stored.filter(({ signature }) => !expired.has(signature)).map(({ id }) => id))
}
