import type { StateDisplay } from '@/components/ui/state-badge'
import type { SweepRuleView } from '@/schemas/sweeps/contract'
import type { SweepTrigger, SweepWalletState } from '@/schemas/sweeps/words'

export const RULE_DISPLAYS = {
  ACTIVE: { tone: 'success', label: 'Active' },
  PAUSED: { tone: 'neutral', label: 'Paused' },
  STOPPED: { tone: 'danger', label: 'Stopped' },
} satisfies Record<SweepRuleView['status'], StateDisplay>

export const SWEEP_WALLET_DISPLAYS = {
  DUE: { tone: 'neutral', label: 'Due' },
  OPEN: { tone: 'accent', label: 'In progress' },
  HELD: { tone: 'danger', label: 'Held' },
} satisfies Record<SweepWalletState, StateDisplay>

export const TRIGGER_NAMES = {
  deposit: 'Deposit',
  transfer: 'Transfer',
  schedule: 'Schedule',
  balance: 'Balance check',
} satisfies Record<SweepTrigger, string>

/** The text of a rule's trigger. */
export function whenText({ schedule }: Pick<SweepRuleView, 'schedule'>): string {
  return schedule ? `Daily at ${schedule.at} (${schedule.timeZone})` : 'When funds arrive'
}

/** The text of a rule's wallets. */
export function sourceText({ purpose }: Pick<SweepRuleView, 'purpose'>): string {
  return purpose ?? 'All other wallets'
}
