import type { FaultChain } from './fault-chain'

const EVERY_MS = 250

/** Keeps the base fee of every coming block at least `factor` times what it is now. `release` lets it fall again by itself. */
export async function raiseBaseFee(chain: FaultChain, factor: bigint): Promise<{ wei: bigint; release: () => void }> {
  const { baseFeePerGas } = await latestBlock(chain)
  const wei = BigInt(baseFeePerGas) * factor
  const set = () => chain.ask('anvil_setNextBlockBaseFeePerGas', `0x${wei.toString(16)}`).catch(() => {})
  await set()
  const timer = setInterval(set, EVERY_MS)
  return { wei, release: () => clearInterval(timer) }
}

async function latestBlock(chain: FaultChain): Promise<{ baseFeePerGas: string }> {
  const block = await chain.ask('eth_getBlockByNumber', 'latest', false)
  if (typeof block !== 'object' || block === null || !('baseFeePerGas' in block)) throw new Error('no block')
  return { baseFeePerGas: String(block.baseFeePerGas) }
}
