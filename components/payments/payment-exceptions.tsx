import { Badge } from '@/components/ui/badge'
import type { PaymentException } from '@/schemas/payments/words'
import { EXCEPTION_NAMES } from './payment-displays'

/** The exceptions of a payment. Renders nothing without any. */
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
