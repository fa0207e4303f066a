import { type Hex, parseAbi, toFunctionSelector } from 'viem'

const SIGNATURE = /^[A-Za-z_$][\w$]*\([^\n]*\)$/
/** The parser drops an empty argument without a word, which would be another method. */
const EMPTY_ARGUMENT = /,\s*[,)]|\(\s*,/

/** The four bytes of a method written as `transfer(address,uint256)`; null if that is no signature. */
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
