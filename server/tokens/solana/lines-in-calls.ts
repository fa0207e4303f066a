import type { Instruction } from '@/server/chains/solana/encode-message'
import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { ContractCode } from '@/server/tokens/operations/error-codes'
import type { CallEffect, PlannedCall, TokenRow } from '@/server/tokens/operations/plan'

type Lines<Line> = {
  token: TokenRow
  lines: readonly Line[]
  /** Why each line is left out; null where it is sent. */
  codes: readonly (ContractCode | null)[]
  /** The number that fits into a transaction. */
  perCall: number
  toInstructions: (line: Line) => Instruction[]
  /** The effect of a call with these lines, for policies to judge; null where it is unknown. */
  toEffect?: (some: readonly Line[]) => CallEffect | null
}

/** Lines as transactions carry them, in their order: those of one transaction are done together or not at all. */
export function linesInCalls<Line>(wanted: Lines<Line>): PlannedCall[] {
  const { token, lines, codes, perCall, toInstructions, toEffect } = wanted
  const calls: PlannedCall[] = []
  for (let first = 0; first < lines.length; first += perCall) {
    const all = lines.slice(first, first + perCall)
    const some = all.filter((_, n) => codes[first + n] === null)
    if (some.length === 0) continue
    calls.push({
      from: token.adminAddress,
      to: token.contractAddress,
      data: encodeProgramCall(some.flatMap(toInstructions)),
      effect: toEffect ? toEffect(some) : null,
      firstLine: first,
      lineCount: all.length,
    })
  }
  return calls
}
