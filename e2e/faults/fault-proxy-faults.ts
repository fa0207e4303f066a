import { seededRandom } from './random'

/** Where a fault strikes: without `methods` its own ones (all, where it has none), without `share` each time. */
type Where = { methods?: readonly string[]; share?: number }

/** Every fault and its settings. */
export type Faults = {
  /** Passes on, never answers: the outcome of a send is unknown. */
  acceptThenTimeout: Where
  /** Passes on, then breaks the connection. */
  acceptThenReset: Where
  /** Breaks the connection, passes nothing on. */
  reset: Where
  rateLimit: Where
  badGateway: Where
  /** Receipts, by hash and by block, are not known. */
  nullReceipts: Where
  /** Transaction counts from before the last `behind` transactions. */
  staleNonce: Where & { behind: number }
  /** Answers as of so many blocks ago. */
  laggingHead: Where & { blocks: number }
  wrongChain: Where & { chainId: number }
  /** Answers a hash, passes nothing on. */
  droppedSends: Where
  /** An error of JSON-RPC instead of passing on. */
  errors: Where & { code?: number; message?: string }
  latency: Where & { ms: number }
  /** Logs are not known, some are, receipts of a block are left out, blocks are not known. */
  emptyLogs: Where
  missingLogs: Where
  missingReceipts: Where
  nullBlocks: Where
  /** Passes on, then sends half of the answer as if it were all. */
  truncated: Where
}
export type FaultName = keyof Faults

const SENDS = ['eth_sendRawTransaction']
const OWN_METHODS: Record<FaultName, readonly string[] | null> = {
  acceptThenTimeout: SENDS,
  acceptThenReset: SENDS,
  reset: null,
  rateLimit: null,
  badGateway: null,
  nullReceipts: ['eth_getTransactionReceipt', 'eth_getBlockReceipts'],
  staleNonce: ['eth_getTransactionCount'],
  laggingHead: null,
  wrongChain: ['eth_chainId', 'net_version'],
  droppedSends: SENDS,
  errors: null,
  latency: null,
  emptyLogs: ['eth_getLogs'],
  missingLogs: ['eth_getLogs'],
  missingReceipts: ['eth_getBlockReceipts'],
  nullBlocks: ['eth_getBlockByNumber', 'eth_getBlockByHash'],
  truncated: null,
}
const NAMES = Object.keys(OWN_METHODS) as FaultName[] // the keys of a record over FaultName

export type FaultBook = {
  set: <N extends FaultName>(name: N, settings: Faults[N]) => void
  clear: (name?: FaultName) => void
  /** The settings of a fault if it strikes a request with these methods, else null. Draws the share, counts the hit. */
  strikes: <N extends FaultName>(name: N, methods: readonly string[]) => Faults[N] | null
  struck: () => Record<FaultName, number>
}

/** The faults that are set, and the seeded random numbers that choose when they occur. */
export function openFaultBook(seed: number): FaultBook {
  const random = seededRandom(seed)
  let active: Partial<Faults> = {}
  const counts = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<FaultName, number> // NAMES is complete
  return {
    set: (name, settings) => {
      active = { ...active, [name]: settings }
    },
    clear: (name) => {
      if (name) delete active[name]
      else active = {}
    },
    strikes: (name, methods) => {
      const settings = active[name]
      if (!settings) return null
      const own = settings.methods ?? OWN_METHODS[name]
      if (own && !methods.some((method) => own.includes(method))) return null
      if (settings.share !== undefined && !random.chance(settings.share)) return null
      counts[name] += 1
      return settings
    },
    struck: () => ({ ...counts }),
  }
}
