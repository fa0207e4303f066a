import { decodeErrorResult, type Hex } from 'viem'
import { z } from 'zod'
import { rpc } from '@/dev/chains/rpc'
import { yieldTokenAbi } from '../generated/yield-token'

const trace = z.object({ output: z.custom<Hex>((value) => typeof value === 'string').default('0x') })

/** The name of the error that a mined transaction ended in. */
export async function readRefusal(rpcUrl: string, hash: Hex): Promise<string> {
  const { output } = trace.parse(await rpc(rpcUrl, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }]))
  return decodeErrorResult({ abi: yieldTokenAbi, data: output }).errorName
}
