import { useId } from 'react'
import { type ChartData, type ChartSeries, chartTop } from './chart-data'

const WIDTH = 1_000
const HEIGHT = 100
/** Above the highest bar. */
const HEAD_ROOM = 2
/** The height of lines like the marks of a hull, as shares. */
const GRID = [0, 0.25, 0.5, 0.75]
/** The share of a step that its bar covers. */
const BAR_SHARE = 0.6

export type ChartKind = 'bars' | 'lines'

const FILLS = {
  good: 'var(--chart-good)',
  bad: 'var(--chart-bad)',
  plain: 'var(--chart-plain)',
  second: 'var(--chart-second)',
} satisfies Record<ChartSeries['tone'], string>

const DASHES = { good: undefined, plain: undefined, bad: '6 3', second: '2 3' } satisfies Record<
  ChartSeries['tone'],
  string | undefined
>

type PlotProps = { data: ChartData; kind: ChartKind /** The step under the cursor. */; active: number | null }

/** The drawing alone: it stretches to its box, and is hidden from screen readers. */
export function Plot({ data, kind, active }: PlotProps) {
  const hatch = useId()
  const stepWidth = WIDTH / Math.max(1, data.steps.length)
  const barWidth = stepWidth * BAR_SHARE
  const x = (step: number) => step * stepWidth + (stepWidth - barWidth) / 2
  const middle = (step: number) => (step + 0.5) * stepWidth
  const top = chartTop(data, kind)
  const y = (value: number) => HEIGHT - (value / top) * (HEIGHT - HEAD_ROOM)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <defs>
        <pattern id={hatch} width="8" height="4" patternUnits="userSpaceOnUse">
          <rect width="8" height="4" fill={FILLS.bad} />
          <rect width="8" height="1.2" fill="var(--surface)" fillOpacity="0.55" />
        </pattern>
      </defs>
      {GRID.map((share) => (
        <line
          key={share}
          x2={WIDTH}
          y1={HEIGHT * share}
          y2={HEIGHT * share}
          stroke="var(--border-strong)"
          strokeDasharray="1 5"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {active === null ? null : <rect x={active * stepWidth} width={stepWidth} height={HEIGHT} fill="var(--muted)" />}
      {kind === 'bars'
        ? stackOf(data).map(({ key, step, tone, from, to }) => (
            <rect
              key={key}
              x={x(step)}
              width={barWidth}
              y={y(to)}
              height={Math.max(0, y(from) - y(to))}
              fill={tone === 'bad' ? `url(#${hatch})` : FILLS[tone]}
            />
          ))
        : data.series.map(({ id, tone, values }) => (
            <path
              key={id}
              d={lineOf(values.map((value, step) => (value === null ? null : [middle(step), y(value)])))}
              stroke={FILLS[tone]}
              strokeWidth={2}
              strokeDasharray={DASHES[tone]}
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              fill="none"
            />
          ))}
      {kind === 'lines' ? <path d={areaOf(data, middle, y)} fill={FILLS.plain} fillOpacity={0.09} /> : null}
      {kind === 'lines'
        ? data.series.flatMap(({ id, tone, values }) =>
            values.map((value, step) =>
              value === null ? null : (
                <line
                  // A dot that the stretching leaves round.
                  key={`${id} ${data.steps[step]}`}
                  x1={middle(step)}
                  x2={middle(step)}
                  y1={y(value)}
                  y2={y(value)}
                  stroke={FILLS[tone]}
                  strokeWidth={5}
                  strokeLinecap="round"
                  vectorEffect="non-scaling-stroke"
                />
              ),
            ),
          )
        : null}
    </svg>
  )
}

/** A path through the points; a gap where there is none. */
function lineOf(points: readonly (readonly [number, number] | null)[]): string {
  return points.map((point, index) => (point ? `${points[index - 1] ? 'L' : 'M'}${point[0]} ${point[1]}` : '')).join('')
}

/** The filled area below the first line. Empty for steps that were not measured. */
function areaOf({ series }: ChartData, x: (step: number) => number, y: (value: number) => number): string {
  const values = series[0]?.values ?? []
  const points = values.flatMap((value, step) => (value === null ? [] : [`${x(step)} ${y(value)}`]))
  if (points.length < 2 || points.length < values.length) return ''
  return `M${x(0)} ${HEIGHT}L${points.join('L')}L${x(values.length - 1)} ${HEIGHT}z`
}

/** Each series above those before it. */
function stackOf({ steps, series }: ChartData) {
  return steps.flatMap((_, step) => {
    let from = 0
    return series.map(({ id, tone, values }) => {
      const to = from + (values[step] ?? 0)
      const part = { key: `${id} ${step}`, step, tone, from, to }
      from = to
      return part
    })
  })
}
