import { z } from 'zod'
import { parseUnits } from '@/server/money/amount'

export type MoveSide = 'from' | 'to'

/** What a person fills in to mint, burn or transfer; only the sides asked for must be there. */
export function moveForm(sides: readonly MoveSide[], decimals: number) {
  const side = (name: MoveSide) =>
    z
      .string()
      .trim()
      .refine((text) => !sides.includes(name) || text !== '', 'Enter an address')
  return z.object({
    from: side('from'),
    to: side('to'),
    amount: z
      .string()
      .trim()
      .superRefine((text, ctx) => {
        const problem = problemOf(text, decimals)
        if (problem) ctx.addIssue({ code: 'custom', message: problem })
      }),
    forced: z.boolean(),
  })
}
export type MoveForm = z.infer<ReturnType<typeof moveForm>>

function problemOf(text: string, decimals: number): string | null {
  const parsed = parseUnits(text, decimals)
  if ('problem' in parsed) return `Amount ${parsed.problem}`
  return parsed.units > 0n ? null : 'Amount must be greater than zero'
}
