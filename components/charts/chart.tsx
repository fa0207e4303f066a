'use client'

import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { type ChartData, type ChartSeries, chartTop, isEmptyChart, stepText } from './chart-data'
import { type ChartKind, Plot } from './plot'

type ChartProps = {
  /** The subject of the chart; for screen readers, a sentence of sums follows it. */
  label: string
  summary: string
  data: ChartData
  kind: ChartKind
  /** A value as people read it, with its unit. */
  format: (value: number) => string
  /** Writes the top of the axis, where room is short. */
  formatTop?: (value: number) => string
  /** The text shown where there is nothing to draw. */
  empty: string
}

const SWATCHES = {
  good: 'bg-success-solid',
  bad: 'bg-danger-solid',
  plain: 'bg-primary',
  second: 'bg-warning-solid',
} satisfies Record<ChartSeries['tone'], string>

const MOVES: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** A drawing with a cursor for pointer and arrow keys, and the same numbers as a table. */
export function Chart(props: ChartProps) {
  const { label, data, format, empty } = props
  const [view, setView] = useState<'chart' | 'table'>('chart')
  if (isEmptyChart(data)) return <p className="py-8 text-center text-muted-foreground">{empty}</p>
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Legend series={data.series} />
        <button
          type="button"
          aria-pressed={view === 'table'}
          aria-label={`Table of ${label}`}
          onClick={() => setView(view === 'table' ? 'chart' : 'table')}
          className="rounded-sm py-1 text-accent-foreground text-xs underline-offset-4 hover:underline print:hidden"
        >
          {view === 'table' ? 'Show chart' : 'Show table'}
        </button>
      </div>
      {view === 'table' ? <ChartTable label={label} data={data} format={format} /> : <Drawing {...props} />}
    </div>
  )
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      {series.map(({ id, name, tone }) => (
        <li key={id} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('size-2 rounded-full', SWATCHES[tone])} />
          <span className="inline-block first-letter:uppercase">{name}</span>
        </li>
      ))}
    </ul>
  )
}

function Drawing({ label, summary, data, kind, format, formatTop = format }: ChartProps) {
  const [active, setActive] = useState<number | null>(null)
  const last = data.steps.length - 1
  function onKeyDown(event: KeyboardEvent) {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, move(active ?? last + 1, last))))
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - box.left) / box.width) * data.steps.length)
    setActive(Math.min(last, Math.max(0, index)))
  }
  const said = active === null ? null : stepText(data, active, format)
  return (
    <div>
      <div className="flex gap-2">
        <div
          aria-hidden
          className="tabular flex w-14 shrink-0 flex-col justify-between text-right text-[0.6875rem] text-muted-foreground leading-none"
        >
          <span>{formatTop(chartTop(data, kind))}</span>
          <span>{format(0)}</span>
        </div>
        <div
          role="img"
          aria-label={`${label}. ${summary} Arrow keys read single steps.`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the steps, as the pointer does
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setActive(null)}
          onBlur={() => setActive(null)}
          className="relative h-36 min-w-0 flex-1 touch-pan-y rounded-sm border-border border-b"
        >
          <Plot data={data} kind={kind} active={active} />
        </div>
      </div>
      <div className="tabular mt-1.5 flex min-h-4 justify-between gap-4 pl-16 text-muted-foreground text-xs">
        {said === null ? (
          <>
            <span>{data.steps[0]}</span>
            <span>{data.steps.at(-1)}</span>
          </>
        ) : (
          <span className="font-medium text-foreground">{said}</span>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  )
}

function ChartTable({ label, data, format }: Pick<ChartProps, 'label' | 'data' | 'format'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
    <section aria-label={label} tabIndex={0} className="max-h-56 overflow-auto rounded-md border">
      <table className="tabular w-full text-[0.8125rem]">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-sunken text-muted-foreground">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              UTC
            </th>
            {data.series.map(({ id, name }) => (
              <th key={id} scope="col" className="px-3 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {data.steps.map((step, index) => (
            <tr key={step}>
              <th scope="row" className="whitespace-nowrap px-3 py-1.5 text-left font-normal">
                {step}
              </th>
              {data.series.map(({ id, values }) => (
                <td key={id} className="px-3 py-1.5 text-right">
                  {values[index] == null ? '—' : format(values[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
