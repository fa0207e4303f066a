import type { paymentDocuments } from '@/db/schema'

type Numbered = Pick<typeof paymentDocuments.$inferSelect, 'kind' | 'year' | 'number'>

const PREFIXES = { INVOICE: 'INV', RECEIPT: 'RCT' } as const satisfies Record<Numbered['kind'], string>

/** `INV-2026-000017`. */
export function documentNumber({ kind, year, number }: Numbered): string {
  return `${PREFIXES[kind]}-${year}-${String(number).padStart(6, '0')}`
}
