import { cn } from './cn'

type SparkBar = {
  /** The period that the bar covers, such as a day. */
  name: string
  good: number
  bad: number
}

type SparklineProps = {
  /** The text for screen readers; the sums follow it. */
  label: string
  bars: readonly SparkBar[]
  words: { good: string; bad: string }
  className?: string
}

/**
 * A bar for each period, successes below failures, with a height in proportion to their number. The first period, the
 * last period and the sums are given as text.
 */
export function Sparkline({ label, bars, words, className }: SparklineProps) {
  const most = Math.max(1, ...bars.map(({ good, bad }) => good + bad))
  const [goods, bads] = [sum(bars.map(({ good }) => good)), sum(bars.map(({ bad }) => bad))]
  return (
    <div className={className}>
      <div
        role="img"
        aria-label={`${label}: ${goods} ${words.good}, ${bads} ${words.bad}`}
        className="flex h-16 items-end gap-1"
      >
        {bars.map(({ name, good, bad }) => (
          <div
            key={name}
            title={`${name}: ${good} ${words.good}, ${bad} ${words.bad}`}
            className="flex h-full min-w-0 flex-1 flex-col justify-end border-rule border-b-2"
          >
            <div className="overflow-hidden rounded-t-sm" style={{ height: heightOf(good + bad, most) }}>
              <div className="bg-chart-bad" style={{ height: shareOf(bad, good + bad) }} />
              <div className="bg-chart-good" style={{ height: shareOf(good, good + bad) }} />
            </div>
          </div>
        ))}
      </div>
      <div className="tabular mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-muted-foreground text-xs">
        <span>{bars[0]?.name}</span>
        <span aria-hidden className="flex gap-4">
          <Sum className="bg-chart-good" text={`${goods} ${words.good}`} />
          <Sum className="bg-chart-bad" text={`${bads} ${words.bad}`} />
        </span>
        <span>{bars.at(-1)?.name}</span>
      </div>
    </div>
  )
}

function Sum({ className, text }: { className: string; text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={cn('size-2 rounded-full', className)} />
      {text}
    </span>
  )
}

/** A count above zero is visible even beside much higher ones. */
function heightOf(count: number, most: number): string {
  return count === 0 ? '0' : `max(4px, ${(100 * count) / most}%)`
}

function shareOf(count: number, all: number): string {
  return count === 0 ? '0' : `max(2px, ${(100 * count) / all}%)`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
