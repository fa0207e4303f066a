import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import { rpc } from './rpc'

const HEAD_BYTES = 4_096
const TIMESTAMP = /"timestamp":"(0x[0-9a-f]+)"/
const block = z.object({ timestamp: z.string() })

/** When the newest block of a running chain was made, in seconds. */
export async function readChainTime(rpcUrl: string): Promise<number> {
  return Number(block.parse(await rpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false])).timestamp)
}

/** Moves the clock of a running chain on, with a block at its new time. Answers that time, in seconds. */
export async function moveChainTime(rpcUrl: string, seconds: number): Promise<number> {
  await rpc(rpcUrl, 'evm_increaseTime', [seconds])
  await rpc(rpcUrl, 'evm_mine', [])
  return readChainTime(rpcUrl)
}

/** When the newest block of a stored chain was made, in seconds; null if none is stored. */
export function storedChainTime(stateFile: string): number | null {
  if (!existsSync(stateFile)) return null
  const file = openSync(stateFile, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    // The newest block's environment is what a state begins with.
    const text = head.toString('utf8', 0, readSync(file, head, 0, HEAD_BYTES, 0))
    const [, timestamp] = TIMESTAMP.exec(text) ?? []
    return timestamp === undefined ? null : Number(timestamp)
  } finally {
    closeSync(file)
  }
}
