import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, keccak256, toHex } from 'viem'
import { erc20EventsAbi } from '@/contracts/generated/catalog-events'
import { bloomOf } from '@/server/chains/evm/bloom'
import { receiptsRootOf } from '@/server/chains/evm/receipts-root'
import type { StubMethod } from '@/server/chains/testing/stub-node'

type Log = { address: Hex; topics: Hex[]; data: Hex; transactionHash: Hex }
type Block = { number: number; hash: Hex; parentHash: Hex; logs: Log[] }
type Filter = { fromBlock?: string; toBlock?: string; blockHash?: string; address?: string[]; topics?: string[][] }

export const CONTRACT = '0x00000000000000000000000000000000000000c0'
export const ALICE: Address = '0x00000000000000000000000000000000000000A1'
export const BOB: Address = '0x00000000000000000000000000000000000000b2'

let transactions = 0
let blocks = 0

/** A Transfer of the contract, in a new transaction unless one is given. */
export function transferLog(
  value: bigint,
  { from = ALICE, to = BOB, address = CONTRACT as Hex, transactionHash = newHash() } = {},
): Log {
  const topics = encodeEventTopics({ abi: erc20EventsAbi, eventName: 'Transfer', args: { from, to } })
  return {
    address,
    topics: topics.flatMap((topic) => (typeof topic === 'string' ? [topic] : [])),
    data: encodeAbiParameters([{ type: 'uint256' }], [value]),
    transactionHash,
  }
}

export function newHash(): Hex {
  return keccak256(toHex(`transaction ${++transactions}`))
}

/** A chain that a test grows and reorganizes, with the answers of its node. */
export class EventChain {
  blocks: Block[] = []
  /** The blocks whose logs the node hides, and the maximum length of a range that it accepts. */
  hidden = new Set<Hex>()
  /**
   * Hides the logs of these transactions from receipts, and says whether to hide them from their block's receipts too.
   */
  hiddenLogs = new Set<Hex>()
  hidesReceipts = false
  knowsReceipts = true
  longest = Number.POSITIVE_INFINITY

  constructor() {
    this.mine()
  }

  mine(...logs: Log[]): Block {
    const before = this.blocks.at(-1)
    const number = this.blocks.length
    const block = {
      number,
      hash: keccak256(toHex(`block ${++blocks}`)),
      parentHash: before?.hash ?? toHex(0, { size: 32 }),
      logs,
    }
    this.blocks.push(block)
    return block
  }

  mineMany(count: number): void {
    for (let n = 0; n < count; n++) this.mine()
  }

  /** Removes the last blocks and returns their logs. */
  forget(depth: number): Log[] {
    return this.blocks.splice(-depth).flatMap(({ logs }) => logs)
  }

  /** Returns the chain as it continues for a node that does not see later reorgs. */
  branch(): EventChain {
    const other = new EventChain()
    other.blocks = [...this.blocks]
    other.mineMany(3)
    return other
  }

  /** The answers of a node with the same blocks that hides nothing. */
  honest(): Record<string, StubMethod> {
    const other = new EventChain()
    other.blocks = this.blocks
    return other.methods()
  }

  /** The id of every event, in order. */
  get eventIds(): string[] {
    return this.blocks.flatMap(({ logs }) => logs.map(({ transactionHash }, n) => `${transactionHash}:${n}`))
  }

  /** Every event of the blocks from this one on, in the form of `believed`. */
  standing(fromBlock = 0n): string[] {
    return this.blocks
      .filter(({ number }) => number >= Number(fromBlock))
      .flatMap(({ hash, logs }) => logs.map(({ transactionHash }, n) => `${transactionHash}:${n} ${hash}`))
  }

  methods(): Record<string, StubMethod> {
    return {
      eth_blockNumber: () => toHex(this.blocks.length - 1),
      eth_getBlockByNumber: ([tag]) => {
        const block = this.blocks[Number(tag)]
        return block ? headOf(block) : null
      },
      eth_getLogs: ([filter]) => this.#logsOf(Object(filter)),
      eth_getBlockReceipts: ([tag]) => {
        const block = this.blocks[Number(tag)]
        if (!this.knowsReceipts) return { error: { code: -32601, message: 'the method does not exist' } }
        return block ? this.#receiptsOf(block) : null
      },
    }
  }

  #receiptsOf(block: Block) {
    const isShown = ({ transactionHash }: Log) => !this.hidesReceipts || !this.hiddenLogs.has(transactionHash)
    return receiptsOf(block)
      .filter(({ logs: [log] }) => !log || isShown(log))
      .map((receipt, n) => ({
        ...{ type: '0x2', status: '0x1', cumulativeGasUsed: toHex(21_000), blockHash: block.hash },
        ...{ logsBloom: receipt.logsBloom, logs: receipt.logs.map((log) => toLog(block, log, n)) },
      }))
  }

  #logsOf({ fromBlock, toBlock, blockHash, address, topics }: Filter): unknown {
    const within = this.blocks.filter(({ number, hash }) =>
      blockHash ? hash === blockHash : number >= Number(fromBlock) && number <= Number(toBlock),
    )
    if (within.length > this.longest)
      return { error: { code: -32005, message: `eth_getLogs is limited to a ${this.longest} range` } }
    return within
      .filter(({ hash }) => !this.hidden.has(hash))
      .flatMap((block) => block.logs.map((log, n) => toLog(block, log, n)))
      .filter(({ transactionHash }) => !this.hiddenLogs.has(transactionHash))
      .filter(
        (log) =>
          (!address || address.includes(log.address)) && (!topics?.[0] || topics[0].includes(log.topics[0] ?? '')),
      )
  }
}

/** A transaction receipt for each log. */
function receiptsOf({ logs }: Block) {
  return logs.map((log) => ({
    ...{
      type: 2n,
      status: 1n,
      root: null,
      cumulativeGasUsed: 21_000n,
      depositNonce: null,
      depositReceiptVersion: null,
    },
    ...{ logsBloom: bloomOf([log]), logs: [log] },
  }))
}

async function headOf(block: Block) {
  const { number, hash, parentHash, logs } = block
  return {
    ...{ number: toHex(number), hash, parentHash, timestamp: toHex(1_700_000_000 + number) },
    ...{ logsBloom: bloomOf(logs), receiptsRoot: await receiptsRootOf(receiptsOf(block)) },
  }
}

function toLog({ number, hash }: Block, log: Log, logIndex: number) {
  return { ...log, blockNumber: toHex(number), blockHash: hash, logIndex: toHex(logIndex), removed: false }
}
