import { decodeFunctionData, isHex } from 'viem'
import { parseFunction } from './read-function'
import { type JsonValue, toJson } from './to-json'

/** A call as its caller declared it. Its names are not checked; the four bytes of the method and the values are. */
type DeclaredCall = { function: string; args: JsonValue }

type Row = { declaredFunction: string | null; callData: string | null }

/**
 * The method and arguments of a transaction, decoded by the declaration it came with; null without a declaration that
 * fits its calldata.
 */
export function declaredCallOf({ declaredFunction, callData }: Row): DeclaredCall | null {
  if (declaredFunction === null || callData === null || !isHex(callData)) return null
  const parsed = parseFunction(declaredFunction)
  if ('problem' in parsed) return null
  try {
    const { args } = decodeFunctionData({ abi: [parsed.declared], data: callData })
    return { function: declaredFunction, args: toJson(parsed.declared.inputs, args ?? []) }
  } catch {
    return null
  }
}
