import { cn } from '@/components/ui/cn'
import { NONCE_DISPLAYS } from './nonce-displays'

/** What the cells mean. */
export function NonceLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      {Object.entries(NONCE_DISPLAYS).map(([state, { label, className, icon: Icon }]) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('flex size-4 items-center justify-center rounded-sm', className)}>
            {Icon ? <Icon className="size-2.5" strokeWidth={3} /> : null}
          </span>
          {label}
        </li>
      ))}
    </ul>
  )
}
