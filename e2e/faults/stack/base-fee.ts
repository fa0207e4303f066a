import type { FaultChain } from './fault-chain'
import { mineBlocks } from './mining'

export const GWEI = 1_000_000_000n

const EVERY_MS = 250
/** As many as fees are read from, and one. */
const BLOCKS = 5

/** Makes a base fee the ordinary one: the newest blocks have it. Left alone it falls by an eighth a block. */
export async function settleBaseFee(chain: FaultChain, wei: bigint): Promise<void> {
  for (let block = 0; block < BLOCKS; block++) {
    await setNext(chain, wei)
    await mineBlocks(chain, 1)
  }
}

/** Keeps every coming block at this base fee. `release` lets it fall again. */
export async function holdBaseFee(chain: FaultChain, wei: bigint): Promise<{ release: () => void }> {
  await setNext(chain, wei)
  const timer = setInterval(() => setNext(chain, wei).catch(() => {}), EVERY_MS)
  return { release: () => clearInterval(timer) }
}

async function setNext({ ask }: FaultChain, wei: bigint): Promise<void> {
  await ask('anvil_setNextBlockBaseFeePerGas', `0x${wei.toString(16)}`)
}
