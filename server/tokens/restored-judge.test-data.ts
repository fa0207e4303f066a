import { eq } from 'drizzle-orm'
import { parseEventLogs } from 'viem'
import { expect } from 'vitest'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { tokenOperations } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { getBalance } from '@/server/ledger/get-balance'
import { driftOf } from '@/server/ledger/holder.test-data'
import { watchTokens } from './follow/watch-tokens'
import { BATCH_TOKENS, bondOf, type Claim, type Client, repeatAll } from './restored-claims.test-data'
import type { RestoredWorld } from './restored-world.test-data'
import { expectHonestBooks, expectNothingOpen } from './thief-books.test-data'

const UNIT = 100_000_000n
const MAX_REPEATS = 6
const db = () => workerCtx().db

type Row = typeof tokenOperations.$inferSelect
type Move = Claim & { call: string; who: number; tokens: number }

/** Each mint and burn that was accepted is on the chain once, and one whose operation failed is not. */
async function judgeMoves({ world }: RestoredWorld, client: Client, rows: readonly Row[]): Promise<void> {
  const { contract, firstBlock } = bondOf(client)
  const logs = await world.chain.rpc.getLogs({ address: contract, fromBlock: firstBlock, toBlock: 'latest' })
  const moved = parseEventLogs({ abi: yieldTokenAbi, logs, eventName: 'Transfer' })
  const onChain = moved.map(({ args: { from, to, value } }) =>
    BigInt(from) === 0n ? `mint ${to} ${value / UNIT}` : `burn ${from} ${value / UNIT}`,
  )
  const moves = client.claims.flatMap((claim): Move[] => {
    if (claim.what === 'batch')
      return client.hands.map((_, who) => ({ ...claim, call: 'mint', who, tokens: BATCH_TOKENS }))
    return claim.what === 'mint' || claim.what === 'burn' ? [{ ...claim, call: claim.what }] : []
  })
  const callOf = ({ call, who, tokens }: Move) => `${call} ${client.hands[who]?.address} ${tokens}`
  for (const call of new Set(moves.map(callOf))) {
    const same = moves.filter((claim) => callOf(claim) === call)
    // A line of a batch may have been refused while others were not.
    const isDone = ({ operationId, what }: Move) =>
      what !== 'batch' && rows.find(({ id }) => id === operationId)?.status === 'COMPLETED'
    const done = same.filter((claim) => claim.refusal === null && isDone(claim)).length
    // The token may refuse to carry out again what a restored backup lacks.
    const unsure = same.filter((claim) => claim.isAccepted && (claim.refusal !== null || claim.what === 'batch')).length
    const times = onChain.filter((one) => one === call).length
    expect([times >= done, times <= done + unsure], `${call}: ${times} times for ${done}`).toEqual([true, true])
  }
}

/** Without a cancellation no payment fails: the tokenAdmin has the money for each of them once. */
function judgePayments({ isCancelled }: Client, rows: readonly Row[]): void {
  const payments = rows.filter(({ kind }) => kind === 'PAY_COUPON' || kind === 'CALL')
  const failed = payments.filter(({ status }) => status === 'FAILED')
  if (!isCancelled) expect(failed.map(({ kind, error }) => `${kind}: ${error}`)).toEqual([])
}

/** Ends the history: repeats and resolves until nothing is open, then compares chain, index, books and balance. */
export async function judgeHistory(on: RestoredWorld, client: Client): Promise<void> {
  const { world } = on
  await on.play(client, { do: 'end' })
  for (let turn = 0; turn < MAX_REPEATS; turn += 1) {
    await repeatAll(client)
    await on.work(client)
    const isHeld = await on.restores.resolveHeld()
    if (isHeld) await on.work(client)
    else if (turn > 0) break
  }
  // A token that was found on its chain is rebuilt with the next range.
  await world.follow()
  const rows = await db()
    .select()
    .from(tokenOperations)
    .where(eq(tokenOperations.tokenId, bondOf(client).id))
  await judgeMoves(on, client, rows)
  judgePayments(client, rows)
  await expectNothingOpen(on.asThief(client))
  expect(await on.listOpen()).toEqual([])
  await expectHonestBooks(on.asThief(client))
  expect(await watchTokens(workerCtx())).toBe(0)
  const { tenant } = world.client
  expect(await driftOf(tenant)).toEqual([])
  expect(await inTenant(tenant, (ctx) => getBalance(ctx))).toMatchObject({ reserved: '0.00' })
}
