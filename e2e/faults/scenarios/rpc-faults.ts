import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@/dev/wait-until'
import type { FaultProxy } from '@/e2e/faults/fault-proxy'
import { patience } from '@/e2e/faults/patience'
import { firstChain, type Played, plan, type Scenario, type Stage } from '@/e2e/faults/scenario'
import { takeGas } from '@/e2e/faults/take-gas'
import { sendTransfers } from '@/e2e/faults/transfers'
import { type Round, repeatRound } from './rounds'

const FAULTY_MS = 5_000
/** Long enough for the engine to doubt what it sent. */
const LONG = new Set<string>(['null-receipts', 'no-index'])
const LONG_MS = 20_000
const STRIKES_WITHIN_MS = 60_000

type Breakage = (first: FaultProxy, second: FaultProxy) => void

const both =
  (breakOne: (proxy: FaultProxy) => void): Breakage =>
  (first, second) => {
    breakOne(first)
    breakOne(second)
  }

/** The faults of a chain's nodes while transfers come in. `both`: at whichever of the two nodes is asked. */
export const RPC_FAULTS = {
  'accept-then-timeout': both((proxy) => proxy.setFault('acceptThenTimeout', { share: 0.5 })),
  'accept-then-reset': both((proxy) => proxy.setFault('acceptThenReset', { share: 0.7 })),
  reset: both((proxy) => proxy.setFault('reset', { share: 0.4 })),
  'rate-limit': both((proxy) => proxy.setFault('rateLimit', { share: 0.5 })),
  '502-html': both((proxy) => proxy.setFault('badGateway', { share: 0.5 })),
  'null-receipts': both((proxy) => proxy.setFault('nullReceipts', {})),
  // A node without receipts of whole blocks, whose index by hash is behind.
  'no-index': both((proxy) => {
    proxy.setFault('errors', { methods: ['eth_getBlockReceipts'], code: -32601, message: 'the method does not exist' })
    proxy.setFault('nullReceipts', { methods: ['eth_getTransactionReceipt'] })
  }),
  'stale-nonce': both((proxy) => proxy.setFault('staleNonce', { behind: 3 })),
  'lagging-head': both((proxy) => proxy.setFault('laggingHead', { blocks: 4 })),
  'dropped-sends': both((proxy) => proxy.setFault('droppedSends', { share: 0.6 })),
  disagreeing: (first) => {
    first.setFault('laggingHead', { blocks: 8 })
    first.setFault('nullReceipts', { share: 0.5 })
    first.setFault('staleNonce', { behind: 2 })
    first.setFault('droppedSends', { share: 0.5 })
  },
  'wrong-chain': (first) => first.setFault('wrongChain', { chainId: 1 }),
} as const satisfies Record<string, Breakage>

/**
 * The fault is there from before the first transfer until some seconds later; half of the rounds begin with wallets
 * without gas.
 */
export function rpcFaults(name: keyof typeof RPC_FAULTS): Scenario {
  return (stage: Stage): Promise<Played> => repeatRound(stage, () => playOne(stage, name))
}

async function playOne(stage: Stage, name: keyof typeof RPC_FAULTS): Promise<Round> {
  const { world, api, random } = stage
  const [first, second] = firstChain(stage).proxies
  if (!first || !second) throw new Error('the chain has no two doors')
  const transfers = plan(stage, { label: name, native: 0.2 })
  if (random.chance(0.5)) await takeGas(world)
  const struckBefore = countStruck(first, second)
  RPC_FAULTS[name](first, second)
  // A node is asked for its chain before its first use.
  if (name === 'wrong-chain') await restartApp(stage)
  try {
    const sending = sendTransfers(api, transfers, { spreadMs: FAULTY_MS / 2, random })
    await pause(LONG.has(name) ? LONG_MS : FAULTY_MS)
    await waitUntil(() => countStruck(first, second) > struckBefore, { timeoutMs: patience(STRIKES_WITHIN_MS) })
    first.clear()
    second.clear()
    const healthyAt = Date.now()
    await sending
    const struck = countStruck(first, second) - struckBefore
    return { name: `${struck} faults`, transfers, healthyAt, findings: struck > 0 ? [] : ['no fault struck'] }
  } finally {
    first.clear()
    second.clear()
  }
}

function countStruck(...proxies: readonly FaultProxy[]): number {
  return proxies.flatMap((proxy) => Object.values(proxy.struck())).reduce((sum, count) => sum + count, 0)
}

async function restartApp({ stack }: Stage): Promise<void> {
  await stack.parts.app.kill({ group: false })
  await stack.parts.app.restart()
}
