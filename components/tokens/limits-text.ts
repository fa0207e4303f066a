import { groupDigits } from '@/server/money/display-amount'

type Limits = { maxShareholders: number; maxTokensPerInvestor: number; lockUpDuration: number }

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `1 investor`, `1,000 investors`. */
export function countWithNoun(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** A stretch of time in whole units, the largest first: `30 days`, `90 days and 5 hours`, `1 minute and 30 seconds`. */
export function durationText(seconds: number): string {
  let rest = seconds
  const parts = UNITS.flatMap(([name, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count === 0 ? [] : [countWithNoun(count, name)]
  })
  const last = parts.pop() ?? countWithNoun(0, 'second')
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

/** The meaning of the limits of a token, one sentence each. */
export function limitSentences({ maxShareholders, maxTokensPerInvestor, lockUpDuration }: Limits): string[] {
  return [
    maxShareholders === 0
      ? 'Any number of investors may hold it.'
      : `At most ${countWithNoun(maxShareholders, 'investor')} may hold it.`,
    maxTokensPerInvestor === 0
      ? 'Each investor may hold any amount.'
      : `Each investor may hold at most ${groupDigits(String(maxTokensPerInvestor))} tokens, over all of its wallets.`,
    lockUpDuration === 0
      ? 'Minted tokens can be transferred at once.'
      : `Minted tokens cannot be transferred for ${durationText(lockUpDuration)}.`,
  ]
}
