import { afterEach, vi } from 'vitest'
import { callRpc } from '@/server/chains/rpc'
import { chainOf } from './chain-of'
import { type StubNode, startStubNode } from './stub-node'

/**
 * Stub nodes and chains of one test file, closed after each test; chain numbers count up from `firstChain`, which no
 * other file uses.
 */
export function openStubs(firstChain: number) {
  const nodes: StubNode[] = []
  let nextChain = firstChain
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(nodes.splice(0).map((one) => one.close()))
  })
  return {
    async node(options: Parameters<typeof startStubNode>[0] = {}): Promise<StubNode> {
      const started = await startStubNode({ chainId: nextChain, ...options })
      nodes.push(started)
      return started
    },
    /** A chain with a unique number, so that no test sees another's heads. */
    chain(endpoints: Parameters<typeof chainOf>[0]) {
      const made = chainOf(endpoints, { chainId: nextChain })
      nextChain += 1
      return made
    },
    named: (name: string) => ({ web3_clientVersion: () => name }),
    ask: (of: ReturnType<typeof chainOf>) => callRpc(of, 'web3_clientVersion', []),
    /** Lets the clock of the breaker and the checks run ahead; sockets keep the real one. */
    passTime(ms: number): void {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    },
  }
}
