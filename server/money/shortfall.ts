import { z } from 'zod'
import { field } from '@/server/text/field'

/**
 * The needed and the available amount where money was short: decimal strings, in whole units of an asset or in dollars.
 */
export const shortfallView = z.object({
  unit: field(
    z.string(),
    '`USD`, or the symbol of the asset; `tokens` where the platform does not know the token at `tokenAddress`.',
    'cNGN',
  ),
  needed: field(z.string(), 'What it would have taken.', '5000'),
  available: field(z.string(), 'What was there.', '12.5'),
})
export type Shortfall = z.infer<typeof shortfallView>

/** A shortfall as the end of a sentence: `5000 cNGN needed, 12.5 cNGN available`. */
export function figuresOf({ unit, needed, available }: Shortfall): string {
  return `${needed} ${unit} needed, ${available} ${unit} available`
}
