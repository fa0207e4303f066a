import { ArrowUp, Check, type LucideIcon, X } from 'lucide-react'
import type { NonceCell } from '@/schemas/lanes/contract'

type NonceDisplay = { label: string; className: string; icon: LucideIcon | null }

export const NONCE_DISPLAYS = {
  used: { label: 'used', className: 'bg-success text-success-foreground', icon: Check },
  in_flight: { label: 'in flight', className: 'bg-accent text-accent-foreground ring-1 ring-primary', icon: ArrowUp },
  cancelling: { label: 'being cancelled', className: 'bg-warning text-warning-foreground', icon: X },
  hole: { label: 'nonce gap', className: 'border border-danger-solid border-dashed bg-danger', icon: null },
} satisfies Record<NonceCell['state'], NonceDisplay>
