import type { AreaState, StatusDay } from '@/schemas/status/contract'
import { formatDay } from '@/server/text/format-day'

const STEP = 5
const BAR = 4
const HEIGHT = 24

const FILLS = {
  operational: 'fill-success-solid',
  degraded: 'fill-warning-solid',
  down: 'fill-danger-solid',
} satisfies Record<AreaState, string>

type StatusDaysProps = { name: string; days: readonly StatusDay[] }

/** A bar for each day, and as text the number of days with incidents. */
export function StatusDays({ name, days }: StatusDaysProps) {
  const degraded = days.filter(({ state }) => state === 'degraded').length
  const down = days.filter(({ state }) => state === 'down').length
  const incidents = [
    ...(degraded > 0 ? [`degraded on ${daysText(degraded)}`] : []),
    ...(down > 0 ? [`down on ${daysText(down)}`] : []),
  ]
  const summary = incidents.length > 0 ? incidents.join(', ') : 'no incidents'
  const barsOf = (state: AreaState | null) =>
    days.map((day, at) => (day.state === state ? `M${at * STEP} 0h${BAR}v${HEIGHT}h-${BAR}z` : '')).join('')
  return (
    <div>
      <svg
        role="img"
        aria-label={`${name}, last ${days.length} days: ${summary}`}
        viewBox={`0 0 ${days.length * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-7 w-full"
      >
        <path d={barsOf(null)} className="fill-border" />
        <path d={barsOf('operational')} className={FILLS.operational} />
        {days.map(({ day, state, minutes }, at) =>
          state === null || state === 'operational' ? null : (
            <rect key={day} x={at * STEP} width={BAR} height={HEIGHT} className={FILLS[state]}>
              <title>{`${formatDay(day)}: ${state} for ${minutes} min`}</title>
            </rect>
          ),
        )}
      </svg>
      <p className="mt-1 flex justify-between gap-3 text-muted-foreground text-xs">
        <span>{days.length} days ago</span>
        <span className="first-letter:uppercase">{summary}</span>
        <span>Today</span>
      </p>
    </div>
  )
}

function daysText(n: number): string {
  return n === 1 ? '1 day' : `${n} days`
}
