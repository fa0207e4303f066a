import type { AbiFunction, Hex } from 'viem'
import { encodeCall } from '@/server/abi/encode-call'
import { parseFunction, writeFunction } from '@/server/abi/read-function'
import { invalid } from '@/server/abi/read-leaf'

/** The longest JSON of arguments. */
const MAX_ARGS_BYTES = 65_536

export type EncodedCall = { declared: AbiFunction /** In one line. */; declaration: string; data: Hex }

/** A declared function and its arguments as calldata. Throws invalid, naming the field or the argument. */
export function requireCall(input: { function: string; args: unknown }): EncodedCall {
  const parsed = parseFunction(input.function)
  if ('problem' in parsed) throw invalid('function', parsed.problem)
  if (Buffer.byteLength(JSON.stringify(input.args)) > MAX_ARGS_BYTES)
    throw invalid('args', `must be at most ${MAX_ARGS_BYTES} bytes`)
  const { declared } = parsed
  return { declared, declaration: writeFunction(declared), data: encodeCall(declared, input.args) }
}
