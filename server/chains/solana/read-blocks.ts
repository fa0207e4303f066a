import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import type { Chain } from '@/server/chains/registry'
import {
  callRpc,
  callRpcBatch,
  type RpcAnswer,
  type RpcCall,
  RpcUnavailableError,
  readAnswer,
  readResult,
} from '@/server/chains/rpc'

const slotNumber = z.int().nonnegative()
const header = z.object({
  blockhash: z.string(),
  previousBlockhash: z.string(),
  parentSlot: slotNumber.transform(BigInt),
  // Null for a moment after a block became final.
  blockTime: z.int(),
})
const block = header.extend({ transactions: z.array(z.unknown()) })

/** A block as a node reports it, its transactions in `jsonParsed` form and not validated yet. */
export type SolanaBlock = {
  number: bigint
  hash: string
  parent: { head: bigint; hash: string }
  /** In seconds. */
  timestamp: bigint
  transactions: readonly unknown[]
}

type SolanaRange = {
  blocks: readonly SolanaBlock[]
  /** The last slot that was read; slots without a block among them. */
  readTo: bigint
}

type BlockRange = { after: { head: bigint; hash: string | null }; upTo: bigint; most: number }

/**
 * Blocks of a busy cluster have megabytes: each is requested separately, this many in parallel. Light blocks fit into
 * one request.
 */
const AT_ONCE = 4
/** A block with at most this many transactions is small, and the next block is expected to be small too. */
const LIGHT_TRANSACTIONS = 50
const lastTransactions = () => oncePerProcess('solana-last-transactions', () => new Map<number, number>())
/** Stops requesting blocks after this many transactions. */
const ENOUGH_TRANSACTIONS = 4_000

const FINALIZED = { commitment: 'finalized' } as const
const FULL = { ...FINALIZED, encoding: 'jsonParsed', transactionDetails: 'full' } as const
const HEADER = { ...FINALIZED, transactionDetails: 'none' } as const
/** Without it a node refuses every block with a transaction that is not in the oldest form. */
const FORM = { rewards: false, maxSupportedTransactionVersion: 0 } as const

/** The newest slot that is final. Throws RpcUnavailableError, RpcError. */
export async function readFinalSlot(chain: Chain): Promise<bigint> {
  return BigInt(readResult(slotNumber, await callRpc(chain, 'getSlot', [FINALIZED])))
}

/**
 * The next blocks of the finalized chain, at most `most`, none above `upTo`: each names the block before it, so that
 * none was left out between them. Slots without a block are skipped. Null if they do not follow `after`. Throws
 * RpcUnavailableError if a node leaves one out or does not have it (yet), RpcError if it refuses.
 */
export async function readBlocks(
  chain: Chain,
  { after: position, upTo, most }: BlockRange,
): Promise<SolanaRange | null> {
  // The first block has no transfers, and names itself as its parent.
  const after = position.head < 0n ? { head: 0n, hash: null } : position
  const listed = await listSlots(chain, { first: after.head + 1n, count: most + 1 })
  const pending = listed.filter((slot) => slot <= upTo).slice(0, most)
  const blocks: SolanaBlock[] = []
  for (let at = 0; at < pending.length && countOf(blocks) < ENOUGH_TRANSACTIONS; at += AT_ONCE) {
    const read = await readEach(chain, pending.slice(at, at + AT_ONCE))
    const failed = read.findIndex(({ status }) => status === 'rejected')
    const received = read.slice(0, failed < 0 ? undefined : failed)
    for (const one of received) if (one.status === 'fulfilled') blocks.push(one.value)
    const [failure] = read.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    if (failure !== undefined && blocks.length === 0) throw failure
    if (failure !== undefined) break
  }
  if (blocks.length > 0 && !isNext(after, blocks)) return null
  const next = listed[blocks.length]
  return { blocks, readTo: await readToOf(chain, { after, upTo, blocks, next }) }
}

/** Whether they are the blocks behind `after`. Throws RpcUnavailableError if one is missing between two. */
function isNext(after: BlockRange['after'], blocks: readonly SolanaBlock[]): boolean {
  const before = [after, ...blocks.map(({ number, hash }) => ({ head: number, hash }))]
  const breaks = blocks.findIndex(({ number, parent }, n) => {
    const { head, hash } = before[n] ?? after
    if (parent.head > head) throw new RpcUnavailableError(`block ${parent.head} was left out before block ${number}`)
    // Without a block read before, the next is taken as it is.
    return hash !== null && (parent.head !== head || parent.hash !== hash)
  })
  if (breaks > 0) throw new RpcUnavailableError(`block ${blocks[breaks]?.number} does not follow the one before it`)
  return breaks < 0
}

/** Slots after the last block may have no block. The next block proves that, if there is one. */
async function readToOf(
  chain: Chain,
  { after, upTo, blocks, next }: Pick<BlockRange, 'after' | 'upTo'> & { blocks: readonly SolanaBlock[]; next?: bigint },
): Promise<bigint> {
  const last = blocks.at(-1)?.number ?? after.head
  if (next === undefined || next <= upTo || last === upTo) return last
  const { parentSlot } = await readHeader(chain, next)
  if (parentSlot > last) throw new RpcUnavailableError(`block ${parentSlot} was left out before block ${next}`)
  return upTo
}

/**
 * When the block of each slot was made, or of the next block if a slot has none, in seconds. Throws
 * RpcUnavailableError, RpcError.
 */
export async function readSlotTimes(chain: Chain, slots: readonly bigint[]): Promise<number[]> {
  return Promise.all(
    slots.map(async (slot) => {
      const [next] = await listSlots(chain, { first: slot, count: 1 })
      if (next === undefined) throw new RpcUnavailableError(`no block is listed from slot ${slot} on`)
      return (await readHeader(chain, next)).blockTime
    }),
  )
}

/**
 * The first slot from this one on that a node has a block of; null if it has none. Throws RpcUnavailableError,
 * RpcError.
 */
export async function findFirstSlot(chain: Chain, from: bigint): Promise<bigint | null> {
  const [first = null] = await listSlots(chain, { first: from, count: 1 })
  return first
}

/** The call that reads a block without its transactions. */
export function blockhashCall(slot: bigint): RpcCall {
  return blockCall(slot, HEADER)
}

function blockCall(slot: bigint, form: object): RpcCall {
  return { method: 'getBlock', params: [Number(slot), { ...form, ...FORM }] }
}

/** The hashes of the blocks of these slots; null for a slot without a block. Throws RpcUnavailableError, RpcError. */
export async function readBlockhashes(chain: Chain, slots: readonly bigint[]): Promise<(string | null)[]> {
  const answers = await callRpcBatch(chain, slots.map(blockhashCall))
  return answers.map(hashIn)
}

/** The hash in an answer to `blockhashCall`; null for a slot without a block. Throws RpcUnavailableError, RpcError. */
export function hashIn(answer: RpcAnswer): string | null {
  if (answer.error && SKIPPED.includes(answer.error.code)) return null
  return readAnswer(header.nullable(), answer)?.blockhash ?? null
}

/** A node's error for a slot without a block, also if it merely lost the block. */
const SKIPPED = [-32_007, -32_009]

async function listSlots(chain: Chain, { first, count }: { first: bigint; count: number }): Promise<bigint[]> {
  const answer = await callRpc(chain, 'getBlocksWithLimit', [Number(first), count, FINALIZED])
  const slots = readResult(z.array(slotNumber), answer).map(BigInt)
  if (slots.some((slot, n) => slot < first || (n > 0 && slot <= (slots[n - 1] ?? 0n))))
    throw new RpcUnavailableError('a node lists blocks out of order')
  return slots
}

async function readEach(chain: Chain, slots: readonly bigint[]): Promise<PromiseSettledResult<SolanaBlock>[]> {
  const isLight = (lastTransactions().get(chain.chainId) ?? LIGHT_TRANSACTIONS + 1) <= LIGHT_TRANSACTIONS
  const calls = slots.map((slot) => blockCall(slot, FULL))
  const together = isLight ? callRpcBatch(chain, calls) : null
  const read = await Promise.allSettled(
    slots.map(async (slot, n) => {
      const answers = (await together) ?? (await callRpcBatch(chain, calls.slice(n, n + 1)))
      return toBlock(slot, answers[together ? n : 0])
    }),
  )
  const last = read.findLast((one) => one.status === 'fulfilled')
  if (last?.status === 'fulfilled') lastTransactions().set(chain.chainId, last.value.transactions.length)
  return read
}

function toBlock(slot: bigint, answer: RpcAnswer | undefined): SolanaBlock {
  const { blockhash, previousBlockhash, parentSlot, blockTime, transactions } = readListed(block, slot, answer)
  const parent = { head: parentSlot, hash: previousBlockhash }
  return { number: slot, hash: blockhash, parent, timestamp: BigInt(blockTime), transactions }
}

async function readHeader(chain: Chain, slot: bigint): Promise<z.output<typeof header>> {
  const [answer] = await callRpcBatch(chain, [blockhashCall(slot)])
  return readListed(header, slot, answer)
}

/** A block that a node listed it has: whatever it says instead is its own trouble. */
function readListed<Shape extends z.ZodType>(
  shape: Shape,
  slot: bigint,
  answer: RpcAnswer | undefined,
): z.output<Shape> {
  if (answer?.error) throw new RpcUnavailableError(`block ${slot}: ${answer.error.message}`)
  return readAnswer(shape, answer)
}

function countOf(blocks: readonly SolanaBlock[]): number {
  return blocks.reduce((count, { transactions }) => count + transactions.length, 0)
}
