import { BLOCK_TIME_SECONDS, type FaultChain } from './fault-chain'

/** No block comes until `resumeMining`, or one that is mined by hand. */
export async function pauseMining({ ask }: FaultChain): Promise<void> {
  await ask('evm_setIntervalMining', 0)
}

export async function resumeMining({ ask }: FaultChain): Promise<void> {
  await ask('evm_setIntervalMining', BLOCK_TIME_SECONDS)
}

export async function mineBlocks({ ask }: FaultChain, count: number): Promise<void> {
  await ask('anvil_mine', `0x${count.toString(16)}`)
}
