import { z } from 'zod'
import { getText } from '@/server/egress/get-text'
import type { QuotedRate, RateSource } from './rate-source'
import { RateSourceError } from './rate-source'

const URL = 'https://open.er-api.com/v6/latest/USD'
const MAX_WAIT_MS = 5_000
/** Its clock may be ahead of ours by seconds, not by minutes. */
const MAX_AHEAD_MS = 120_000

const answer = z.object({
  result: z.literal('success'),
  base_code: z.literal('USD'),
  time_last_update_unix: z.int().positive(),
  // Parsed from the shortest text of the number: exact for up to 15 digits.
  rates: z.object({
    NGN: z
      .number()
      .positive()
      .transform(String)
      .pipe(z.string().regex(/^\d{1,7}(\.\d{1,8})?$/)),
  }),
})

/** The official rate, published once a day without a key. */
export const openErApi: RateSource = { name: 'open-er-api', read: (now) => readOpenErApi(URL, now) }

/** Reads a page of the form of open.er-api.com. Throws RateSourceError. */
export async function readOpenErApi(url: string, now: Date): Promise<QuotedRate> {
  const text = await getText(url, { timeoutMs: MAX_WAIT_MS }).catch((cause: unknown) => {
    throw new RateSourceError(`It cannot be read: ${wordsOf(cause)}`, { cause })
  })
  const parsed = answer.safeParse(parseJson(text))
  if (!parsed.success) throw new RateSourceError('It does not respond like a source of rates')
  const { rates, time_last_update_unix: unix } = parsed.data
  const observedAt = new Date(unix * 1_000)
  if (observedAt.getTime() > now.getTime() + MAX_AHEAD_MS) throw new RateSourceError('Its response is from the future')
  const [whole = '', part = ''] = rates.NGN.split('.')
  return { ngnPerUsdE8: BigInt(whole + part.padEnd(8, '0')), observedAt }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'it does not answer'
  return cause.name.includes('Timeout') ? 'no answer in time' : cause.message
}
