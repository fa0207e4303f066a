import { decodeFunctionData, isHex } from 'viem'
import { parseFunction } from './read-function'
import { type JsonValue, toJson } from './to-json'

/** A call as its caller declared it: names may be anything, the four bytes of the method and the values may not. */
export type DeclaredCall = { function: string; args: JsonValue }

type Row = { declaredFunction: string | null; callData: string | null }

/** What a transaction calls by the declaration it came with; null where there is none that fits its calldata. */
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
