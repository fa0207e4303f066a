'use client'

import { Progress as Base } from '@base-ui/react/progress'

type ProgressProps = { label: string /** 0 to 100; null while unknown. */; value: number | null; valueText?: string }

export function Progress({ label, value, valueText }: ProgressProps) {
  return (
    <Base.Root value={value} className="space-y-2">
      <div className="flex items-baseline justify-between gap-3 text-[0.8125rem]">
        <Base.Label className="font-medium">{label}</Base.Label>
        <Base.Value className="tabular text-muted-foreground">{(text) => valueText ?? text}</Base.Value>
      </div>
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-muted">
        <Base.Indicator className="h-full rounded-full bg-primary transition-[width] duration-300 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  )
}
