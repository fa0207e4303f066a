import { formatDecimal } from '@/components/ui/format-decimal'

/** Naira as people write them: `39525.5` is `₦39,525.50`, whole naira go without kobo. */
export function nairaText(decimal: string): string {
  return `₦${formatDecimal(koboText(decimal))}`
}

/** The same for a field of a bank: without sign and commas. */
export function koboText(decimal: string): string {
  return decimal.replace(/\.(\d)$/, '.$10')
}
