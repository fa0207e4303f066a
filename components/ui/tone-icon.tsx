import { CircleAlert, CircleCheck, CircleDashed, CircleX, Info, type LucideIcon } from 'lucide-react'
import { cn } from './cn'
import type { Tone } from './tone'

const ICONS = {
  neutral: CircleDashed,
  accent: Info,
  success: CircleCheck,
  warning: CircleAlert,
  danger: CircleX,
} satisfies Record<Tone, LucideIcon>

/** A shape for each tone, so that meaning never hangs on colour alone. */
export function ToneIcon({ tone, className }: { tone: Tone; className?: string }) {
  const Icon = ICONS[tone]
  return <Icon aria-hidden className={cn('size-4 shrink-0', className)} />
}
