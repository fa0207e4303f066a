import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import type { LifecycleEvent } from '@/schemas/transactions/life/contract'
import { axisPosition, offsetText } from './axis-scale'

type AxisMoment = Omit<LifecycleEvent, 'row'> & Partial<Pick<LifecycleEvent, 'row'>>

type TimeAxisProps<M extends AxisMoment> = {
  moments: readonly M[]
  /** The link to the row behind a moment. */
  linkOf?: (moment: M) => ReactNode
}

const MARKS = {
  done: 'bg-success-solid',
  failed: 'bg-danger-solid',
  info: 'bg-primary',
} satisfies Record<LifecycleEvent['tone'], string>

const WORDS = { done: 'done', failed: 'failed', info: 'noted' } satisfies Record<LifecycleEvent['tone'], string>

/** Everything that happened, on one axis of milliseconds from the first moment on. */
export function TimeAxis<M extends AxisMoment>({ moments, linkOf }: TimeAxisProps<M>) {
  const [first] = moments
  if (!first) return <p className="px-5 py-4 text-muted-foreground">Nothing was recorded.</p>
  const start = new Date(first.at).getTime()
  const offsetOf = ({ at }: M) => new Date(at).getTime() - start
  const total = Math.max(...moments.map((moment) => offsetOf(moment) + (moment.durationMs ?? 0)))
  return (
    <ol aria-label="Step timing" className="divide-y">
      {moments.map((moment) => {
        const offset = offsetOf(moment)
        const left = axisPosition(offset, total)
        const width = axisPosition(offset + (moment.durationMs ?? 0), total) - left
        return (
          <li
            key={moment.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-5 py-2.5 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)_7.5rem]"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium">
                {moment.title}
                <span className="sr-only"> ({WORDS[moment.tone]})</span>
              </p>
              {moment.detail ? (
                <p className="wrap-anywhere text-[0.8125rem] text-muted-foreground">{moment.detail}</p>
              ) : null}
              {linkOf ? <p className="text-[0.8125rem] empty:hidden">{linkOf(moment)}</p> : null}
            </div>
            <div aria-hidden className="relative hidden self-center md:block">
              <div className="h-px w-full bg-border" />
              <div
                className={cn('absolute top-1/2 h-2 min-w-2 -translate-y-1/2 rounded-full', MARKS[moment.tone])}
                style={{ left: `calc(${left}% - ${left / 100} * 0.5rem)`, width: `${width}%` }}
              />
            </div>
            <p className="tabular text-right text-[0.8125rem]">
              <time dateTime={moment.at}>{offsetText(offset)}</time>
              <span className="block text-muted-foreground text-xs">
                {moment.durationMs === null
                  ? moment.at.slice(11, 23)
                  : `took ${moment.durationMs.toLocaleString('en-US')} ms`}
              </span>
            </p>
          </li>
        )
      })}
    </ol>
  )
}
