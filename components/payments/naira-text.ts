import { formatDecimal, padCents } from '@/components/ui/format-decimal'

/** Naira as people write them: `39525.5` is `₦39,525.50`, whole naira go without kobo. */
export function nairaText(decimal: string): string {
  return `₦${formatDecimal(padCents(decimal))}`
}
