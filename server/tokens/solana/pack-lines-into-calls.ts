import type { Instruction } from '@/server/chains/solana/encode-message'
import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { ContractCode } from '@/server/tokens/operations/error-codes'
import type { CallEffect, PlannedCall, TokenRow } from '@/server/tokens/operations/plan'

type Lines<Line> = {
  token: TokenRow
  lines: readonly Line[]
  /** The reason why each line is not sent; null for a line that is sent. */
  codes: readonly (ContractCode | null)[]
  /** The maximum number of lines in a transaction. */
  perCall: number
  toInstructions: (line: Line) => Instruction[]
  /** Instructions at the beginning of each transaction. */
  before?: readonly Instruction[]
  /** The effect of a call with these lines, for policies to judge; null if it is unknown. */
  toEffect?: (some: readonly Line[]) => CallEffect | null
}

/** Packs lines into calls, in order. The lines of one transaction succeed or fail together. */
export function packLinesIntoCalls<Line>(input: Lines<Line>): PlannedCall[] {
  const { token, lines, codes, perCall, toInstructions, before = [], toEffect } = input
  const calls: PlannedCall[] = []
  for (let first = 0; first < lines.length; first += perCall) {
    const all = lines.slice(first, first + perCall)
    const some = all.filter((_, n) => codes[first + n] === null)
    if (some.length === 0) continue
    calls.push({
      from: token.adminAddress,
      to: token.contractAddress,
      data: encodeProgramCall([...before, ...some.flatMap(toInstructions)]),
      effect: toEffect ? toEffect(some) : null,
      firstLine: first,
      lineCount: all.length,
    })
  }
  return calls
}
