import type { OperationCell } from '@/schemas/activity/contract'

/** The level of a share of failed calls. Levels differ in lightness, so that their order does not depend on hue. */
export const FAILURE_LEVELS = {
  idle: { label: 'No calls', className: 'bg-muted' },
  none: { label: 'No failures', className: 'bg-success-solid/30' },
  few: { label: 'Under 10%', className: 'bg-warning-solid/60' },
  many: { label: '10% and more', className: 'bg-danger-solid/70' },
  most: { label: 'Half and more', className: 'bg-danger-solid' },
} as const

const TENTH = 0.1
const HALF = 0.5

export function callsOf({ ok, failed }: OperationCell): number {
  return ok + failed
}

export function failureLevel(cell: OperationCell): keyof typeof FAILURE_LEVELS {
  const calls = callsOf(cell)
  if (calls === 0) return 'idle'
  if (cell.failed === 0) return 'none'
  const share = cell.failed / calls
  if (share >= HALF) return 'most'
  return share >= TENTH ? 'many' : 'few'
}
