import { type Hex, parseAbi, toFunctionSelector } from 'viem'

const SIGNATURE = /^[A-Za-z_$][\w$]*\([^\n]*\)$/
/** The parser silently drops an empty argument, which would name another method. */
const EMPTY_ARGUMENT = /,\s*[,)]|\(\s*,/

/** The selector of a method such as `transfer(address,uint256)`; null if the text is not a signature. */
export function methodSelector(signature: string): Hex | null {
  const text = signature.trim()
  if (!SIGNATURE.test(text) || EMPTY_ARGUMENT.test(text)) return null
  try {
    const signatures: string[] = [`function ${text}`]
    const [method] = parseAbi(signatures)
    return method?.type === 'function' ? toFunctionSelector(method) : null
  } catch {
    return null
  }
}
