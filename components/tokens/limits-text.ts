import { formatDecimal } from '@/components/ui/format-decimal'

type Limits = { maxShareholders: number; maxTokensPerInvestor: number; lockUpDuration: number }

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `1 investor`, `1,000 investors`. */
function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** A stretch of time in its largest whole unit: `30 days`, `90 seconds`. */
export function durationText(seconds: number): string {
  const [name, length] = UNITS.find(([, size]) => seconds % size === 0) ?? ['second', 1]
  return counted(seconds / length, name)
}

/** What the limits of a token mean, a sentence each. */
export function limitSentences({ maxShareholders, maxTokensPerInvestor, lockUpDuration }: Limits): string[] {
  return [
    maxShareholders === 0
      ? 'Any number of investors may hold it.'
      : `At most ${counted(maxShareholders, 'investor')} may hold it.`,
    maxTokensPerInvestor === 0
      ? 'Each may hold any amount.'
      : `Each may hold at most ${formatDecimal(String(maxTokensPerInvestor))} tokens, over all of its wallets.`,
    lockUpDuration === 0
      ? 'Tokens may move as soon as they are minted.'
      : `Minted tokens stay where they are for ${durationText(lockUpDuration)}.`,
  ]
}
