import { z } from 'zod'

/**
 * The error of a transaction in the format of the RPC: a word, or a word with details. Unknown words are kept as they
 * are.
 */
export const transactionProblem = z.union([z.string(), z.record(z.string(), z.unknown())]).transform(toProblem)

export type TransactionProblem =
  /** Instruction number `index` failed: with a program's own error number, or with one of the runtime's errors. */
  | { kind: 'instruction'; index: number; custom: number | null; word: string }
  | { kind: 'rent'; accountIndex: number }
  | { kind: 'other'; word: string }

const instruction = z.object({ InstructionError: z.tuple([z.int(), z.unknown()]) })
const custom = z.object({ Custom: z.int() })
const rent = z.object({ InsufficientFundsForRent: z.object({ account_index: z.int() }) })

function toProblem(raw: string | Record<string, unknown>): TransactionProblem {
  if (typeof raw === 'string') return { kind: 'other', word: raw }
  const failed = instruction.safeParse(raw)
  if (failed.success) {
    const [index, detail] = failed.data.InstructionError
    const own = custom.safeParse(detail)
    const word =
      typeof detail === 'string'
        ? detail
        : Object.keys(z.record(z.string(), z.unknown()).catch({}).parse(detail)).join()
    return {
      kind: 'instruction',
      index,
      custom: own.success ? own.data.Custom : null,
      word: own.success ? 'Custom' : word,
    }
  }
  const short = rent.safeParse(raw)
  if (short.success) return { kind: 'rent', accountIndex: short.data.InsufficientFundsForRent.account_index }
  return { kind: 'other', word: JSON.stringify(raw) }
}
