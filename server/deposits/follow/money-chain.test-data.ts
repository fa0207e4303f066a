import { type Hex, toHex } from 'viem'
import type { StubMethod } from '@/server/chains/testing/stub-node'
import { EventChain, newHash, type transferLog } from '@/server/indexer/follow/event-chain.test-data'

/** A transfer of the coin of the chain. */
export type Coins = { hash: Hex; from: Hex; to: Hex | null; value: bigint; isFailed: boolean }
type Log = ReturnType<typeof transferLog>
type Held = { logs: Log[]; coins: Coins[] }

export const OUTSIDER: Hex = '0x00000000000000000000000000000000000000d1'
/** The transactions root of a block without transactions. */
const NONE = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

export function coinsTo(to: Hex | null, value: bigint, { from = OUTSIDER, isFailed = false } = {}): Coins {
  return { hash: newHash(), from, to, value, isFailed }
}

/** A chain of blocks with transactions that move coins, beside the logs of tokens. */
export class MoneyChain extends EventChain {
  #coins = new Map<Hex, Coins[]>()
  /** How far back the tag for final blocks stands. */
  finalDepth = 0
  /** The node leaves out what transactions these blocks have. */
  emptied = new Set<Hex>()
  /** The number of answers until one call fails; null: none does. */
  failsIn: number | null = null

  mineMoney({ logs, coins }: Held): Hex {
    const { hash } = this.mine(...logs)
    this.#coins.set(hash, coins)
    return hash
  }

  coinsOf(hash: Hex): Coins[] {
    return this.#coins.get(hash) ?? []
  }

  /** Takes the last blocks away, and answers what was in them. */
  lose(depth: number): Held {
    const coins = this.blocks.slice(-depth).flatMap(({ hash }) => this.coinsOf(hash))
    return { logs: this.forget(depth), coins }
  }

  override methods(): Record<string, StubMethod> {
    const methods = super.methods()
    const all: Record<string, StubMethod> = {
      ...methods,
      eth_getBlockByNumber: async ([tag, isFull]) => {
        const number = /^0x/.test(String(tag)) ? tag : toHex(Math.max(0, this.blocks.length - 1 - this.finalDepth))
        const head: unknown = await methods.eth_getBlockByNumber?.([number])
        return head === null || isFull !== true ? head : this.#withCoins(Number(number), Object(head))
      },
      eth_getTransactionReceipt: ([hash]) => {
        const block = this.blocks.find((each) => this.coinsOf(each.hash).some((coins) => coins.hash === hash))
        const found = block && this.coinsOf(block.hash).find((coins) => coins.hash === hash)
        return found ? { status: found.isFailed ? '0x0' : '0x1', blockHash: block.hash } : null
      },
    }
    return Object.fromEntries(
      Object.entries(all).map(([name, method]) => [
        name,
        (params: unknown[]) => {
          if (this.failsIn !== null && this.failsIn-- === 0) return { error: { code: -32000, message: 'out of order' } }
          return method(params)
        },
      ]),
    )
  }

  #withCoins(number: number, head: object): unknown {
    const block = this.blocks[number]
    if (!block) return null
    const coins = this.coinsOf(block.hash)
    const transactions = this.emptied.has(block.hash)
      ? []
      : coins.map(({ hash, from, to, value }) => ({ hash, blockHash: block.hash, from, to, value: toHex(value) }))
    return { ...head, transactionsRoot: coins.length === 0 ? NONE : block.hash, transactions }
  }
}
