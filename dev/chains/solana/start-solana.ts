import { setSlotMs, stopClock } from './clock'
import type { Cluster } from './cluster'
import { openCluster } from './open-cluster'
import { loadMachine } from './open-svm'
import { serveRpc } from './serve-rpc'
import { serveSubscriptions } from './serve-subscriptions'

type SolanaOptions = {
  port: number
  /** Where the cluster lives on between starts; without it the cluster is thrown away. */
  stateFile?: string
  /** 400 as on a real cluster. 0: slots advance only through litesvm_advanceSlots. */
  slotMs?: number
  /** 32 as on a real cluster; small numbers make tests fast. */
  finalizedAfterSlots?: number
  /** 103 is devnet, 101 is mainnet: decides the genesis hash. */
  chainId?: number
  /** Subscriptions on the next port, where web3.js looks for them. Without it clients poll. */
  webSocket?: boolean
}

export type RunningSolana = { rpcUrl: string; cluster: Cluster; stop: () => Promise<void> }

/** Starts a local Solana cluster in this process: JSON-RPC over litesvm on 127.0.0.1. */
export async function startSolana(options: SolanaOptions): Promise<RunningSolana> {
  const { port, slotMs = 400, finalizedAfterSlots = 32, chainId = 103 } = options
  const machine = await loadMachine()
  const cluster = openCluster({ machine, slotMs, finalizedAfterSlots, chainId, stateFile: options.stateFile })
  const closers = [await serveRpc(cluster, port)]
  if (options.webSocket) closers.push(await serveSubscriptions(cluster, port + 1))
  setSlotMs(cluster, slotMs)
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    cluster,
    async stop() {
      stopClock(cluster)
      await Promise.all(closers.map((close) => close()))
      cluster.journal?.close()
    },
  }
}
