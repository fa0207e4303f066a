'use client'

import { TimerReset } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { clockText, spokenTimeLeft } from './time-left'

const SHORT_MS = 5 * 60_000

/** The time left to pay, to the second; said aloud only now and then. */
export function Countdown({ leftMs }: { leftMs: number | null }) {
  const isShort = leftMs !== null && leftMs < SHORT_MS
  return (
    <>
      <span
        className={cn(
          'inline-flex h-8 items-center gap-2 rounded-full border px-3 font-medium text-[0.8125rem]',
          isShort
            ? 'border-warning-foreground/20 bg-warning text-warning-foreground'
            : 'border-accent-foreground/20 bg-accent text-accent-foreground',
        )}
      >
        <TimerReset aria-hidden className="size-4" />
        Price expires in
        <span role="timer" aria-live="off" className="tabular min-w-11 text-right font-semibold">
          {leftMs === null ? '–:––' : clockText(leftMs)}
        </span>
      </span>
      <span aria-live="polite" className="sr-only">
        {leftMs === null ? '' : spokenTimeLeft(leftMs)}
      </span>
    </>
  )
}
