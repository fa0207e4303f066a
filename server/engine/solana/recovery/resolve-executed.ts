import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { SolanaFormatError } from '@/server/chains/solana/byte-reader'
import { decodeTransaction } from '@/server/chains/solana/decode-transaction'
import { findCallDifference } from '@/server/chains/solana/find-call-difference'
import { findTransferDifference } from '@/server/chains/solana/find-transfer-difference'
import { decodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { TokenProgram } from '@/server/chains/solana/programs'
import type { WorkerCtx } from '@/server/ctx'
import { failureOf, KEY_WAS_USED } from '@/server/engine/failure'
import { failTransfers } from '@/server/engine/solana/fail-transfers'
import type { Queued } from '@/server/engine/solana/load-queue'
import { attachFound } from './attach-found'

const rawRow = z.object({ signature: z.string(), raw: z.string() })

/**
 * Removes transfers from the queue that were executed before the backup was restored. It attaches each to its
 * execution, or fails it if its idempotency key was used for another transfer. Returns the rest.
 */
export async function resolveExecuted(
  ctx: WorkerCtx,
  chain: Chain,
  queue: readonly Queued[],
): Promise<readonly Queued[]> {
  const executed = queue.filter(({ executedBy }) => executedBy !== null)
  if (executed.length === 0) return queue
  const same = await findSame(ctx, chain.chainId, executed)
  await attachFound(
    chain.chainId,
    same.map(({ id }) => id),
  )
  const others = executed.filter((queued) => !same.includes(queued))
  await failTransfers(
    chain,
    others.map((queued) => ({ queued, ...failureOf(KEY_WAS_USED, null) })),
  )
  return queue.filter(({ executedBy }) => executedBy === null)
}

/** Returns the transfers whose content was executed under their ids. */
export async function findSame(
  ctx: WorkerCtx,
  chainId: number,
  executed: readonly Queued[],
): Promise<readonly Queued[]> {
  const raws = await loadRaws(ctx, chainId, executed)
  return executed.filter((queued) => isExecutedBy(queued, raws.get(queued.executedBy ?? '')))
}

async function loadRaws(
  { db }: WorkerCtx,
  chainId: number,
  executed: readonly Queued[],
): Promise<Map<string, Uint8Array>> {
  const rows = await db.execute(sql`
    select tx_hash as signature, encode(raw_transaction, 'base64') as raw from found_executions
    where chain_id = ${chainId} and intent_id in (
      select value::uuid from jsonb_array_elements_text(${JSON.stringify(executed.map(({ intentId }) => intentId))}::jsonb))`)
  const found = z.array(rawRow).parse([...rows])
  return new Map(found.map(({ signature, raw }) => [signature, Buffer.from(raw, 'base64')]))
}

/**
 * Whether it is the executed one. Only requests with an idempotency key are compared, because only a key can be used
 * for two different requests.
 */
function isExecutedBy(queued: Queued, raw: Uint8Array | undefined): boolean {
  if (queued.intentId === queued.id) return true
  if (!raw) return false
  try {
    return differs(queued, raw) === null
  } catch (error) {
    if (error instanceof SolanaFormatError) return false
    throw error
  }
}

/** Compares only what both do, with the terms of the executed one. Returns null if they are equal. */
function differs(queued: Queued, raw: Uint8Array): string | null {
  const { intentId, fromAddress: fromOwner, toAddress: toOwner, tokenAddress, amountUnits, decimals } = queued
  const { message } = decodeTransaction(raw)
  const [limit, price] = message.instructions.map(({ data }) => Buffer.from(data))
  if (limit?.length !== 5 || price?.length !== 9) return 'compute budget'
  const { blockhash, accountKeys, instructions } = message
  const terms = { blockhash, computeUnits: limit.readUInt32LE(1), microLamportsPerUnit: price.readBigUInt64LE(1) }
  const parties = { intentId, feePayer: accountKeys[0] ?? '', fromOwner }
  if (queued.callData !== null) {
    const call = { ...parties, instructions: decodeProgramCall(queued.callData, parties.feePayer) }
    return findCallDifference(message, { call, terms })
  }
  // compared with the token account's address
  const programId = accountKeys[instructions.at(-1)?.programIndex ?? -1] as TokenProgram
  const token = tokenAddress === null ? null : { mint: tokenAddress, programId, decimals }
  return findTransferDifference(message, { transfer: { ...parties, toOwner, token, amountUnits }, terms })
}
