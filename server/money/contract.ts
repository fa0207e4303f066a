import { z } from 'zod'

/** What something lacked: decimal strings, in whole units of an asset or in dollars. */
export const shortfallView = z.object({
  unit: z
    .string()
    .describe(
      '`USD`, or the symbol of the asset; `tokens` where the platform does not know the token at `tokenAddress`.',
    ),
  needed: z.string(),
  available: z.string(),
})
export type Shortfall = z.infer<typeof shortfallView>

/** A shortfall as the end of a sentence: `5000 cNGN needed, 12.5 cNGN available`. */
export function figuresOf({ unit, needed, available }: Shortfall): string {
  return `${needed} ${unit} needed, ${available} ${unit} available`
}
