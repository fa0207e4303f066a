import { Badge } from '@/components/ui/badge'
import type { PaymentException } from '@/schemas/payments/words'
import { EXCEPTION_NAMES } from './payment-displays'

/** What was unusual about the money of a payment; nothing if it came as asked. */
export function PaymentExceptions({ exceptions }: { exceptions: readonly PaymentException[] }) {
  if (exceptions.length === 0) return null
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {exceptions.map((exception) => (
        <Badge key={exception} tone="warning">
          {EXCEPTION_NAMES[exception]}
        </Badge>
      ))}
    </span>
  )
}
