import { LOCAL_CHAINS } from './local-chains'
import { LOCAL_CLUSTERS } from './local-clusters'
import type { Ports } from './ports'
import type { StackOptions } from './stack-options'

type StackPorts = {
  app: number
  engine: number
  postgres: number
  /** By chain id; a Solana cluster has the next port too. */
  chains: ReadonlyMap<number, number>
}

/** Every port the stack will listen on, held before anything is started. */
export async function holdStackPorts(ports: Ports, { port, ...options }: StackOptions): Promise<StackPorts> {
  if (port !== null && (await ports.tryHold(port, options.host)) === null) {
    throw new Error(`PORT ${port} is taken: choose another one, or leave PORT out.`)
  }
  const chains = new Map<number, number>()
  const held = {
    app: port ?? (await ports.hold(3000, options.host)),
    engine: await ports.hold(8288),
    postgres: await ports.hold(54_329),
    chains,
  }
  if (options.localChains) for (const { chainId, port } of LOCAL_CHAINS) chains.set(chainId, await ports.hold(port))
  if (options.localClusters) {
    for (const { chainId, port } of LOCAL_CLUSTERS) chains.set(chainId, await ports.holdPair(port))
  }
  return held
}
