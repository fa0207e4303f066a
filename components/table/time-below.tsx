import { cn } from '@/components/ui/cn'
import { Time } from '@/components/ui/time'

type TimeBelowProps = {
  value: Date | string
  /** The width from which the time has a separate column. */
  until: 'sm' | 'md'
}

const HIDDEN = { sm: 'list-sm:hidden', md: 'list-md:hidden' } satisfies Record<TimeBelowProps['until'], string>

/** The time of a row, shown below its name where the screen is too narrow for the time column. */
export function TimeBelow({ value, until }: TimeBelowProps) {
  return (
    <span className={cn('block font-normal text-[0.8125rem] text-muted-foreground', HIDDEN[until])}>
      <Time value={value} />
    </span>
  )
}
