import { FileDown } from 'lucide-react'
import { FileLink } from '@/components/layout/file-link'
import { paths } from '@/components/paths'
import type { PaymentStatus } from '@/schemas/payments/words'

type PaymentDocumentsProps = { projectId: string; paymentId: string; status: PaymentStatus }

/** The papers of a payment, as PDFs; its receipt is there once it is paid. */
export function PaymentDocuments({ projectId, paymentId, status }: PaymentDocumentsProps) {
  const isPaid = status === 'SUCCESS' || status === 'REFUNDED'
  return (
    <>
      <FileLink href={paths.paymentDocument(projectId, paymentId, 'invoice')} icon={<FileDown aria-hidden />}>
        Invoice
      </FileLink>
      {isPaid ? (
        <FileLink href={paths.paymentDocument(projectId, paymentId, 'receipt')} icon={<FileDown aria-hidden />}>
          Receipt
        </FileLink>
      ) : null}
    </>
  )
}
