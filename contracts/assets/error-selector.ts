import { type Hex, toFunctionSelector } from 'viem'
import { yieldTokenAbi } from '../generated/yield-token'

/**
 * The selector that an asset gives as the reason of a refused line. Throws if it has no such error, or one with
 * arguments.
 */
export function errorSelector(name: string): Hex {
  const item = yieldTokenAbi.find((one) => one.type === 'error' && one.name === name && one.inputs.length === 0)
  if (!item) throw new Error(`assets have no error ${name}()`)
  const signature = `${name}()`
  return toFunctionSelector(signature)
}
