import { cn } from './cn'

export type SparkBar = {
  /** What the bar is of: a day. */
  name: string
  good: number
  bad: number
}

type SparklineProps = {
  /** What is shown, for those who do not see it; the sums are said behind it. */
  label: string
  bars: readonly SparkBar[]
  words: { good: string; bad: string }
  className?: string
}

/** A bar for each stretch of time, what went well below what did not, as high as there was much of it. */
export function Sparkline({ label, bars, words, className }: SparklineProps) {
  const most = Math.max(1, ...bars.map(({ good, bad }) => good + bad))
  const [goods, bads] = [sum(bars.map(({ good }) => good)), sum(bars.map(({ bad }) => bad))]
  return (
    <div
      role="img"
      aria-label={`${label}: ${goods} ${words.good}, ${bads} ${words.bad}`}
      className={cn('flex h-16 items-end gap-1', className)}
    >
      {bars.map(({ name, good, bad }) => (
        <div
          key={name}
          title={`${name}: ${good} ${words.good}, ${bad} ${words.bad}`}
          className="flex h-full min-w-0 flex-1 flex-col justify-end overflow-hidden rounded-sm bg-muted"
        >
          <div className="bg-danger-solid" style={{ height: heightOf(bad, most) }} />
          <div className="bg-success-solid" style={{ height: heightOf(good, most) }} />
        </div>
      ))}
    </div>
  )
}

/** Little beside much still shows. */
function heightOf(count: number, most: number): string {
  return count === 0 ? '0' : `max(2px, ${(100 * count) / most}%)`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
