const WIDTH = 240
const HEIGHT = 28
const GAP = 2
/** The minimum height, so that an hour with little activity is visible next to a busy one. */
const LOWEST = 1.5

type Hour = { at: string; ok: number; failed: number }

type HourTrendProps = {
  /** Oldest first; the last has not ended. */
  hours: readonly Hour[]
  format: (value: number) => string
}

/** A bar for each of the last 24 hours, with failures in red, and the last two hours as text. */
export function HourTrend({ hours, format }: HourTrendProps) {
  const totals = hours.map(({ ok, failed }) => ok + failed)
  const top = Math.max(...totals)
  const step = WIDTH / Math.max(1, hours.length)
  const high = (value: number) => (value === 0 || top === 0 ? 0 : Math.max(LOWEST, (value / top) * HEIGHT))
  const [before = 0, now = 0] = totals.slice(-2)
  return (
    <>
      <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="mt-2 h-7 w-full">
        <line x2={WIDTH} y1={HEIGHT} y2={HEIGHT} stroke="var(--border-strong)" vectorEffect="non-scaling-stroke" />
        {hours.map(({ at, ok, failed }, index) => {
          const [whole, bad] = [high(ok + failed), high(failed)]
          const x = index * step + GAP / 2
          return (
            <g key={at}>
              <rect x={x} width={step - GAP} y={HEIGHT - whole} height={whole} fill="var(--chart-plain)" />
              <rect x={x} width={step - GAP} y={HEIGHT - bad} height={bad} fill="var(--chart-bad)" />
            </g>
          )
        })}
      </svg>
      <span className="mt-1 block">
        {format(now)} this hour, {format(before)} the hour before
      </span>
    </>
  )
}
