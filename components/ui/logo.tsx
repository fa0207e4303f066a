import { cn } from './cn'

type LogoProps = { className?: string; markOnly?: boolean }

/** A hull on its slipway above the waterline, with the name. */
export function Logo({ className, markOnly }: LogoProps) {
  return (
    <span className={cn('inline-flex items-center gap-2 text-foreground', className)}>
      <svg viewBox="0 0 24 24" className="size-6 shrink-0" aria-hidden="true" focusable="false">
        <rect width="24" height="24" rx="6" className="fill-mark" />
        <path d="M5 7.5h14l-2.6 5.2a2 2 0 0 1-1.8 1.1H9.2a2 2 0 0 1-1.7-1z" className="fill-mark-hull" />
        <path
          d="M5 17.6c1.2-.9 2.3-.9 3.5 0s2.3.9 3.5 0 2.3-.9 3.5 0 2.3.9 3.5 0"
          className="stroke-signal"
          strokeWidth="1.6"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      <span className={cn('font-semibold text-[0.9375rem] tracking-tight', markOnly && 'sr-only')}>Slipway</span>
    </span>
  )
}
