import type { StateDisplay } from '@/components/ui/state-badge'
import { type JournalKind, PLATFORM_JOURNALS } from '@/schemas/ledger/words'

const PLATFORM_KINDS: readonly JournalKind[] = PLATFORM_JOURNALS

export const JOURNAL_DISPLAYS = {
  credit: { tone: 'success', label: 'Credit' },
  hold: { tone: 'neutral', label: 'Hold' },
  raise: { tone: 'warning', label: 'Raised hold' },
  settle: { tone: 'accent', label: 'Settlement' },
  release: { tone: 'neutral', label: 'Release' },
  receive: { tone: 'accent', label: 'Receipt' },
  apply: { tone: 'success', label: 'Payment' },
  refund: { tone: 'warning', label: 'Refund' },
  sweep: { tone: 'neutral', label: 'Sweep' },
  fee: { tone: 'neutral', label: 'Provider fee' },
  reverse: { tone: 'danger', label: 'Reversal' },
} satisfies Record<JournalKind, StateDisplay>

export const KIND_OPTIONS = [
  { value: 'credit', label: 'Credits' },
  { value: 'hold', label: 'Holds' },
  { value: 'raise', label: 'Raised holds' },
  { value: 'settle', label: 'Settlements' },
  { value: 'release', label: 'Releases' },
  { value: 'receive', label: 'Receipts' },
  { value: 'apply', label: 'Payments' },
  { value: 'refund', label: 'Refunds' },
  { value: 'sweep', label: 'Sweeps' },
  { value: 'fee', label: 'Provider fees' },
  { value: 'reverse', label: 'Reversals' },
] as const satisfies readonly { value: JournalKind; label: string }[]

/** The journals that change the balance of a business. */
export const OWN_KIND_OPTIONS = KIND_OPTIONS.filter(({ value }) => !PLATFORM_KINDS.includes(value))
