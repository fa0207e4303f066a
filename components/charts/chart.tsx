'use client'

import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { lazyPart } from '@/components/ui/lazy-part'
import { LoadFailure } from '@/components/ui/load-failure'
import { useLazyPart } from '@/components/ui/use-lazy-part'
import { type ChartData, type ChartSeries, chartTop, isEmptyChart, stepText } from './chart-data'
import { type ChartKind, Plot } from './plot'
import { type StepLink, StepLinks } from './step-links'

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
  /** The text of an empty chart. */
  empty: string
  /** The lists that hold the rows of a step, by its index. */
  linksOf?: (step: number) => readonly StepLink[]
}

// Few people open it, and every page with charts would load it.
const TABLE = lazyPart(() => import('./chart-table'))

const SWATCHES = {
  good: 'bg-chart-good',
  bad: 'bg-chart-bad',
  plain: 'bg-chart-plain',
  second: 'bg-chart-second',
} satisfies Record<ChartSeries['tone'], string>

const MOVES: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** A drawing with a cursor for pointer and arrow keys, and the same numbers as a table. */
export function Chart(props: ChartProps) {
  const { label, data, format, empty, linksOf } = props
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { module: table, phase, load, preload, forget } = useLazyPart(TABLE)
  if (isEmptyChart(data)) return <p className="py-8 text-center text-muted-foreground">{empty}</p>
  async function showTable() {
    if (await load()) setView('table')
  }
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Legend series={data.series} />
        <button
          type="button"
          aria-pressed={view === 'table'}
          aria-label={`Table of ${label}`}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => (view === 'table' ? setView('chart') : void showTable())}
          className="rounded-sm py-1 text-accent-foreground text-xs underline-offset-4 hover:underline print:hidden"
        >
          {view === 'table' ? 'Show chart' : 'Show table'}
        </button>
      </div>
      {view === 'table' && table ? (
        <table.ChartTable label={label} data={data} format={format} linksOf={linksOf} />
      ) : (
        <Drawing {...props} />
      )}
      {phase === 'failed' ? <LoadFailure onRetry={() => void showTable()} onClose={forget} /> : null}
    </div>
  )
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      {series.map(({ id, name, tone }) => (
        <li key={id} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('size-2.5 rounded-[2px]', SWATCHES[tone])} />
          {/* The name of a percentile stays lowercase. */}
          <span className={cn('inline-block', !/^p\d/.test(name) && 'first-letter:uppercase')}>{name}</span>
        </li>
      ))}
    </ul>
  )
}

function Drawing({ label, summary, data, kind, format, formatTop = format, linksOf }: ChartProps) {
  const [active, setActive] = useState<number | null>(null)
  /** The step whose rows are linked. It stays when pointer and focus leave the drawing for its links. */
  const [pinned, setPinned] = useState<number | null>(null)
  const last = data.steps.length - 1
  const pin = (step: number | null) => setPinned(step === null || step === pinned || !linksOf ? null : step)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') return pin(active)
    if (event.key === 'Escape') return pin(null)
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, move(active ?? pinned ?? last + 1, last))))
  }
  function stepAt(event: MouseEvent<HTMLElement>): number {
    const box = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - box.left) / box.width) * data.steps.length)
    return Math.min(last, Math.max(0, index))
  }
  const shown = active ?? pinned
  const text = shown === null ? null : stepText(data, shown, format)
  return (
    <div>
      <div className="flex gap-2">
        <div
          aria-hidden
          className="tabular flex w-14 shrink-0 flex-col justify-between text-right font-mono text-[0.6875rem] text-muted-foreground leading-none tracking-tight"
        >
          <span>{formatTop(chartTop(data, kind))}</span>
          <span>{format(0)}</span>
        </div>
        <div
          role="img"
          aria-label={`${label}. ${summary} Arrow keys read single steps.${linksOf ? ' Enter shows links to their rows.' : ''}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the steps, as the pointer does
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => setActive(stepAt(event))}
          onPointerLeave={() => setActive(null)}
          onBlur={() => setActive(null)}
          onClick={(event) => pin(stepAt(event))}
          className={cn('relative h-36 min-w-0 flex-1 touch-pan-y border-rule border-b-2', linksOf && 'cursor-pointer')}
        >
          <Plot data={data} kind={kind} active={shown} />
        </div>
      </div>
      <div className="tabular mt-1.5 flex min-h-4 justify-between gap-4 pl-16 text-muted-foreground text-xs">
        {text === null ? (
          <>
            <span>{data.steps[0]}</span>
            <span>{data.steps.at(-1)}</span>
          </>
        ) : (
          <span className="font-medium text-foreground">{text}</span>
        )}
      </div>
      {linksOf && pinned !== null ? (
        <StepLinks step={data.steps[pinned] ?? ''} links={linksOf(pinned)} className="mt-1 pl-16" />
      ) : null}
      <p aria-live="polite" className="sr-only">
        {text}
      </p>
    </div>
  )
}
