import { z } from 'zod'
import { type Entry, type Movement, signatureOf, writeTransaction } from '@/server/chains/solana/token-ledger.test-data'
import type { StubMethod } from '@/server/chains/testing/stub-node'

/** A transaction as a node reports it, with its expected entries. */
type Done = { signature: string; entries: Entry[]; transaction: object }
type TokenBlock = { slot: number; hash: string; parentSlot: number; parentHash: string; done: Done[] }

const FIRST_SLOT = 1_000
const limited = z.tuple([z.number(), z.number()]).rest(z.unknown())
const one = z.tuple([z.number(), z.object({ transactionDetails: z.string().optional() })])

/** A cluster that a test grows, with the answers of a node that is honest or lies. */
export class TokenChain {
  blocks: TokenBlock[] = []
  /** Slots that the node leaves out of its lists, has no block of yet, or serves without transactions. */
  unlisted = new Set<number>()
  missing = new Set<number>()
  /** Functions that change the reported block of a slot. */
  said = new Map<number, (block: object) => unknown>()
  #slot = FIRST_SLOT - 1
  #made = 0
  #signed = 0

  constructor() {
    this.mine()
  }

  /** Mines a block with these transactions after `skipped` empty slots. */
  mine({ skipped = 0, done = [] }: { skipped?: number; done?: Done[] } = {}): TokenBlock {
    const before = this.blocks.at(-1)
    this.#slot += skipped + 1
    const hash = signatureOf(++this.#made + 1_000_000).slice(0, 44)
    const parent = { parentSlot: before?.slot ?? this.#slot - 1, parentHash: before?.hash ?? 'genesis' }
    const block = { slot: this.#slot, hash, ...parent, done }
    this.blocks.push(block)
    return block
  }

  mineMany(count: number): void {
    for (let n = 0; n < count; n++) this.mine()
  }

  /** A transaction with these movements; its accounts hold `start` before. A failed one moves nothing. */
  do(movements: readonly Movement[], { start = 1_000_000n, err = null as unknown } = {}) {
    const signature = signatureOf(++this.#signed)
    const { transaction, entries } = writeTransaction(movements, { signature, start, err })
    return { signature, transaction, entries: err === null ? entries : [] }
  }

  /** Removes the last blocks, as if the cluster had restarted from an old state. */
  forget(depth: number): Done[] {
    const lost = this.blocks.splice(this.blocks.length - depth)
    this.#slot = this.blocks.at(-1)?.slot ?? FIRST_SLOT - 1
    return lost.flatMap(({ done }) => done)
  }

  /** The entries that the test itself recorded, in chain order. */
  get ledger(): (Entry & { id: string; slot: number })[] {
    return this.blocks.flatMap(({ slot, done }) =>
      done.flatMap(({ signature, entries }) =>
        entries.map((entry) => ({ ...entry, slot, id: `${signature}:${entry.ordinal}` })),
      ),
    )
  }

  /** The node is honest again. */
  recover(): void {
    this.unlisted.clear()
    this.missing.clear()
    this.said.clear()
  }

  methods(): Record<string, StubMethod> {
    return {
      getGenesisHash: () => 'local',
      getSlot: () => this.blocks.at(-1)?.slot ?? 0,
      getBlocksWithLimit: (params) => {
        const [first, count] = limited.parse(params)
        const slots = this.blocks.map(({ slot }) => slot).filter((slot) => slot >= first && !this.unlisted.has(slot))
        return slots.slice(0, count)
      },
      getBlock: (params) => {
        const [slot, { transactionDetails }] = one.parse(params)
        return this.#answer(slot, transactionDetails === 'full')
      },
    }
  }

  #answer(slot: number, isFull: boolean): unknown {
    const block = this.blocks.find((each) => each.slot === slot)
    if (!block) return { error: { code: -32_007, message: `Slot ${slot} was skipped, or missing due to ledger jump` } }
    if (this.missing.has(slot)) return { error: { code: -32_004, message: `Block not available for slot ${slot}` } }
    const reported = {
      blockhash: block.hash,
      previousBlockhash: block.parentHash,
      parentSlot: block.parentSlot,
      blockTime: 1_700_000_000 + slot,
      ...(isFull && { transactions: block.done.map(({ transaction }) => transaction) }),
    }
    return this.said.get(slot)?.(reported) ?? (this.said.has(slot) ? null : reported)
  }
}
