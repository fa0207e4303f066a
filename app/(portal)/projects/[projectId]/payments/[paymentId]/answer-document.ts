import { answerFile, fileResponse } from '@/app/answer-file'
import type { DocumentName } from '@/schemas/payments/documents/contract'
import { streamPdf } from '@/server/payments/documents/stream-pdf'

type Context = { params: Promise<{ projectId: string; paymentId: string }> }

/** Responds with an invoice or a receipt as a PDF. */
export function answerDocument(name: DocumentName): (request: Request, context: Context) => Promise<Response> {
  return async (_request, { params }) => {
    const ref = await params
    return answerFile(async (api) => {
      const content = await api.payments.getDocument({ ...ref, name })
      return fileResponse({ name: `${content.number}.pdf`, type: 'application/pdf', body: streamPdf(content) })
    })
  }
}
